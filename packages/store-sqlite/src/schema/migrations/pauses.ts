/**
 * Pauses that a backend asks for. lanes.paused_since: when the first of the head's pauses began. The trigger is for an
 * earlier version, which does not know the lanes of notices and would leave them behind a conversation that it erases.
 */
export const pauses = `
alter table lanes add column paused_since integer;
create index lanes_by_pause on lanes (paused_since) where paused_since is not null;

create table backend_pauses (
  backend text primary key,
  revision integer not null,
  since integer,
  until integer,
  ready_at integer
) without rowid;

create trigger lanes_of_notices_erased after delete on conversations begin
  delete from lanes where conversation = old.conversation and kind = 3;
end;
`;
