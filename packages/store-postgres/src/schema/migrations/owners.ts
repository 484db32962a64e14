/**
 * Owners of conversations.
 * - conversations.backend: number of the owner; null: nobody's. Earlier rows belong to 0. fence: as in `Owner`.
 * - conversations.assignee: JSON, which holds any text.
 *
 * The defaults are constants, so no row is rewritten.
 */
export const conversationOwners = `
alter table conversations add column backend integer default 0, add column assignee text,
  add column fence bigint not null default 0;
`;

/**
 * - backends: a backend has a number. 0 is `default`, or whoever took it over. Several numbers of one name are one backend:
 *   one that had a number when it took `default` over.
 * - deliveries.backend: the backend that sent it; of a report or notice, the one that is told; null: a visitor's, or an
 *   earlier row.
 * - deliveries.kind: as in `deliveryNumber`.
 * - lanes.kind: as in `laneNumber`. A conversation has one inbound lane, which is its owner's.
 * - lanes.owner_change: what the backend is told before the deliveries.
 * - erasure_notices.owners: numbers of backends as a JSON list; null: an earlier row.
 * - backend_answers: one row for each backend that was ever saved.
 * - owner_changes: its texts are JSON, which holds any text.
 */
export const backendTables = `
alter table deliveries add column backend integer;
alter table lanes add column owner_change text;
alter table erasure_notices add column owners text;

create table backends (
  number integer primary key,
  name text collate "C" not null
);
insert into backends (number, name) values (0, 'default');

create table backend_answers (
  backend text collate "C" primary key,
  revision bigint not null,
  answered_at bigint,
  failing_since bigint,
  failed_at bigint
);

create table owner_changes (
  conversation bigint not null,
  position bigint generated always as identity,
  at bigint not null,
  name text not null,
  from_backend integer,
  from_assignee text,
  to_backend integer,
  to_assignee text,
  fence bigint not null,
  by text not null,
  why text,
  primary key (conversation, position)
);
`;

/**
 * How nodes of versions without owners are refused. They take the token of every lease from the sequence fencing_tokens by
 * its name. `refuse_earlier_nodes` drops it. So a node that read the version before it was raised, and uses the schema only
 * after, gets no lease and stores nothing. Tokens go on above all earlier ones. Changing the sequence waits for all
 * transactions that have used it.
 */
export const earlierNodes = `
create sequence lease_tokens as bigint increment by 4096;

create function next_tokens() returns bigint language sql volatile return nextval('fencing_tokens');

create function refuse_earlier_nodes(oldest integer) returns void language plpgsql security definer
  set search_path from current as $$
begin
  alter sequence fencing_tokens increment by 4096;
  perform setval('lease_tokens', (select last_value + 4096 from fencing_tokens));
  create or replace function next_tokens() returns bigint language sql volatile return nextval('lease_tokens');
  drop sequence fencing_tokens;
  update parley_schema set oldest_reader = greatest(oldest_reader, oldest);
end $$;
`;
