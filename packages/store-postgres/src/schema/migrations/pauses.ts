/**
 * Pauses that a backend asks for. lanes.paused_since: when the first of the head's pauses began.
 * backend_pauses: one row for each backend that ever asked for a pause of its own.
 *
 * lanes.waiting_notices: `waiting` of a lane of notices. A node of version 3 takes such a lane for the reports lane of
 * the conversation with the number before, when it commits something of both at once. Without this column it would add
 * a report there, and lose it. So its write is refused, and it commits the batch in parts.
 */
export const pauses = `
alter table lanes add column paused_since bigint, add column waiting_notices integer,
  add constraint lanes_of_notices check (kind <> 3 or waiting_notices is not distinct from waiting) not valid;

create table backend_pauses (
  backend text collate "C" primary key,
  revision bigint not null,
  since bigint,
  until bigint,
  ready_at bigint
);
`;
