/**
 * Owners of conversations.
 * - backends: a backend has a number. 0 is `default`, or whoever took it over. Several numbers of one name are one backend;
 *   the lowest is in use.
 * - conversations.backend: number of the owner; null: nobody's. Earlier rows belong to 0. fence: as in `Owner`.
 * - conversations.assignee, and the texts of owner_changes except name: JSON, which holds any text.
 * - deliveries.backend: the backend that sent it; of a report or notice, the one that is told; null: a visitor's, or an
 *   earlier row.
 * - deliveries.kind: as in `deliveryNumber`.
 * - lanes.kind: as in `laneNumber`. A conversation has one inbound lane, which is its owner's.
 * - lanes.owner_change: what the backend is told before the deliveries.
 * - erasure_notices.owners: numbers of backends as a JSON list; null: an earlier row.
 * - backend_answers: one row for each backend that was ever saved.
 *
 * No index has a row while there is one backend.
 */
export const owners = `
alter table conversations add column backend integer default 0;
alter table conversations add column assignee text;
alter table conversations add column fence integer not null default 0;
create index conversations_by_owner on conversations (backend, assignee)
  where backend <> 0 or backend is null or assignee is not null;

alter table deliveries add column backend integer;

alter table lanes add column owner_change text;
create unique index lanes_inbound_of_others on lanes (conversation) where kind > 3 and kind % 4 = 0;
create index lanes_by_backend_pause on lanes (kind / 4, paused_since) where paused_since is not null and kind <> 1;

alter table erasure_notices add column owners text;

create table backends (
  number integer primary key,
  name text not null
);
insert into backends (number, name) values (0, 'default');

create table backend_answers (
  backend text primary key,
  revision integer not null,
  answered_at integer,
  failing_since integer,
  failed_at integer
) without rowid;

create table owner_changes (
  conversation integer not null,
  number integer not null,
  at integer not null,
  name text not null,
  from_backend integer,
  from_assignee text,
  to_backend integer,
  to_assignee text,
  fence integer not null,
  changed_by text not null,
  why text,
  primary key (conversation, number)
) without rowid;
`;
