/**
 * Who answers a conversation. An assignee is JSON. Rows from before belong to the backend 0, whose name is `default` until another one takes it
 * over. A default that is a constant is not written into the rows.
 */
export const conversationOwners = `
alter table conversations add column backend integer default 0, add column assignee text,
  add column fence bigint not null default 0;
`;

/**
 * deliveries.backend: who sent it; of a report or notice, who is told; null for a visitor's. deliveries.kind of a report or
 * notice, and lanes.kind, are `laneNumber`. lanes.owner_change: told before the lane's deliveries.
 * erasure_notices.owners: numbers of backends, as JSON; null from an earlier node.
 *
 * owner_changes: texts are JSON.
 * backends: two numbers have one name when a backend that has a number already takes `default` over.
 * backend_answers: one row for each backend that was ever saved.
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
 * How nodes that know no owners are kept out. They take every lease from the sequence fencing_tokens by its name. A node
 * that has read the version before it was raised, and uses the schema only after, gets no lease and stores nothing.
 * Tokens go on above all earlier ones. The lock on the sequence ends with every transaction that has used it.
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
