/** Notices of erased conversations that no listener has taken yet: ids only. */
export const erasureNotices = `
create table erasure_notices (
  position integer primary key autoincrement,
  conversation_id text not null,
  channel_id text not null
);
`;
