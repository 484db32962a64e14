/**
 * Pauses that a backend asks for. lanes.paused_since: when the first of the head's pauses began.
 * backend_pauses: one row for each backend that ever asked for a pause of its own.
 */
export const pauses = `
alter table lanes add column paused_since bigint;

create table backend_pauses (
  backend text collate "C" primary key,
  revision bigint not null,
  since bigint,
  until bigint,
  ready_at bigint
);
`;
