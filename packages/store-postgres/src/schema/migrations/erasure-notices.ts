/** Notices of erased conversations that no listener has taken yet: ids only. */
export const erasureNotices = `
create table erasure_notices (
  position bigint generated always as identity primary key,
  conversation_id text collate "C" not null,
  channel_id text not null
);
`;
