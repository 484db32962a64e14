import type { Migration } from "../migration.ts";

/**
 * Every table. Conversations and channel keys are small integers internally. Texts from outside are JSON or escaped, so that NUL and lone surrogates are safe.
 */
export const first: Migration = {
  version: 1,
  oldestReader: 1,
  sql: `
create table counters (
  name text primary key,
  value integer not null
) without rowid;
insert into counters (name, value) values ('fencing_token', 0), ('probe', 0), ('opened', 0);

create table channels (
  position integer primary key,
  id text not null unique,
  key text not null,
  revision integer not null,
  created_at integer not null,
  secrets text not null,
  definition text not null
);
-- A row like any other that no id can name: a miss reads it, so that it costs what a hit costs (ruling 1).
insert into channels (position, id, key, revision, created_at, secrets, definition)
  values (0, '', printf('%.16c', '-'), 1, 1000000000000, printf('%.64c%.16c%.240c', '-', '-', ' '), printf('%.270c', ' '));

create table channel_keys (
  channel integer primary key,
  key text not null unique,
  id text not null
);

create table conversations (
  conversation integer primary key,
  id text not null unique,
  channel integer not null,
  visitor_key text not null,
  visitor_id text not null,
  profile text not null,
  created_at integer not null,
  unique (channel, visitor_key)
);

-- What each message changes of its conversation. These rows are short, so that many share a page.
create table activities (
  conversation integer primary key,
  last_message_at integer not null,
  last_sequence integer not null
);
create index activities_by_instant on activities (last_message_at);

-- In order of arrival. state: 0 waiting, 1 delivered, 2 failed, 3 failed and sent again since. kind: 0 inbound,
-- 1 outbound, 2 reports. newest: the sequence of the message's newest delivery, on its first one, once it was sent again.
create table deliveries (
  position integer primary key,
  conversation integer not null,
  sequence integer not null,
  kind integer not null,
  state integer not null,
  message_sequence integer not null,
  newest integer,
  accepted_at integer not null,
  identity blob,
  failure text,
  recipient_id text,
  sender text,
  message text not null,
  record text
);
create unique index deliveries_by_sequence on deliveries (conversation, sequence);
-- The first ten bytes of an identity: the channel, and some of the digest of the message's id.
create index deliveries_by_identity on deliveries (substr(identity, 1, 10), conversation) where identity is not null;
create index deliveries_dead on deliveries (accepted_at, conversation, message_sequence)
  where kind = 0 and state = 2;
create index deliveries_failed on deliveries (accepted_at, conversation, message_sequence)
  where state = 2 and kind < 2;

-- A lane exists while something waits on it. due: null while parked, the instant of takeover while leased.
create table lanes (
  conversation integer not null,
  kind integer not null,
  channel integer not null,
  head integer not null,
  waiting integer not null,
  attempt integer not null,
  started_at integer,
  due integer,
  parked integer,
  fencing_token integer,
  owner text,
  memo text,
  primary key (conversation, kind)
) without rowid;
create index lanes_by_due on lanes (kind, due) where due is not null;
create index lanes_by_channel on lanes (channel, parked) where kind = 1;

-- A message id that has carried two contents on its channel identifies nothing any more.
create table tainted_ids (
  identity blob primary key
) without rowid;

create table idempotency_keys (
  conversation integer not null,
  key text not null,
  accepted_at integer not null,
  first integer not null,
  count integer not null,
  primary key (conversation, key)
) without rowid;
`,
};
