CREATE TABLE parley_schema (version integer not null, oldest_reader integer not null);
CREATE TABLE counters (
  name text primary key,
  value integer not null
) without rowid;
CREATE TABLE channels (
  position integer primary key,
  id text not null unique,
  key text not null,
  revision integer not null,
  created_at integer not null,
  secrets text not null,
  definition text not null
);
CREATE TABLE channel_keys (
  channel integer primary key,
  key text not null unique,
  id text not null
);
CREATE TABLE conversations (
  conversation integer primary key,
  id text not null unique,
  channel integer not null,
  visitor_key text not null,
  visitor_id text not null,
  profile text not null,
  created_at integer not null, backend integer default 0, assignee text, fence integer not null default 0,
  unique (channel, visitor_key)
);
CREATE TABLE activities (
  conversation integer primary key,
  last_message_at integer not null,
  last_sequence integer not null
);
CREATE TABLE deliveries (
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
, backend integer);
CREATE TABLE lanes (
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
  memo text, paused_since integer, owner_change text,
  primary key (conversation, kind)
) without rowid;
CREATE TABLE tainted_ids (
  identity blob primary key
) without rowid;
CREATE TABLE idempotency_keys (
  conversation integer not null,
  key text not null,
  accepted_at integer not null,
  first integer not null,
  count integer not null,
  primary key (conversation, key)
) without rowid;
CREATE TABLE erasure_notices (
  position integer primary key autoincrement,
  conversation_id text not null,
  channel_id text not null
, owners text);
CREATE VIRTUAL TABLE search_messages
  using fts5(text, tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0);
CREATE VIRTUAL TABLE search_visitors
  using fts5(text, tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0);
CREATE TABLE search_due (
  conversation integer primary key
);
CREATE TABLE plugin_instances (
  name text primary key,
  entries integer not null,
  bytes integer not null,
  last_version integer not null
) without rowid;
CREATE TABLE plugin_entries (
  instance text not null,
  key text not null,
  value text not null,
  version integer not null,
  conversation_id text,
  due integer,
  expires_at integer,
  woken integer not null,
  claim_token text,
  claim_until integer,
  failures integer not null,
  erased integer not null,
  claimable_at integer,
  primary key (instance, key)
);
CREATE TABLE backend_pauses (
  backend text primary key,
  revision integer not null,
  since integer,
  until integer,
  ready_at integer
) without rowid;
CREATE TABLE backends (
  number integer primary key,
  name text not null
);
CREATE TABLE backend_answers (
  backend text primary key,
  revision integer not null,
  answered_at integer,
  failing_since integer,
  failed_at integer
) without rowid;
CREATE TABLE owner_changes (
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
insert into "parley_schema" values (5, 5);
insert into "counters" values ('fencing_token', 512);
insert into "counters" values ('opened', 1);
insert into "counters" values ('probe', 0);
insert into "counters" values ('search_position', 0);
insert into "channels" values (0, '', '----------------', 1, 1000000000000, '--------------------------------------------------------------------------------                                                                                                                                                                                                                                                ', '                                                                                                                                                                                                                                                                              ');
insert into "channels" values (1, 'shop', 'shop-key', 1, 1700000000000, '7365637265740000000000000000000000000000000000000000000000000000----------------                                                                                                                                                                                                                                                ', '{"chatApiUrl":"https://shop.example/chat","knobs":{"overflow":"truncate","media":"strict","dedupe":"window","transfer":"content-length","acknowledge":"result-ok","failureShape":"final","typing":"on","hiddenErrorCodes":[]},"signingKeys":[]}');
insert into "channel_keys" values (1, 'shop-key', 'shop');
insert into "conversations" values (1, 'shop-key-mina', 1, 'mina', '"mina"', '{}', 1700000000000, 0, NULL, 0);
insert into "conversations" values (2, 'shop-key-noah', 1, 'noah', '"noah"', '{}', 1700000000000, 0, NULL, 0);
insert into "conversations" values (3, 'shop-key-olga', 1, 'olga', '"olga"', '{}', 1700000000000, 0, NULL, 0);
insert into "conversations" values (4, 'shop-key-rosa', 1, 'rosa', '"rosa"', '{}', 1700000000000, 0, NULL, 0);
insert into "conversations" values (5, 'shop-key-sven', 1, 'sven', '"sven"', '{}', 1700000000000, 1, '"ada \u0000\ud800"', 1);
insert into "activities" values (1, 1700000000000, 7);
insert into "activities" values (2, 1700000000000, 3);
insert into "activities" values (3, 1700000000000, 2);
insert into "activities" values (4, 1700000000000, 3);
insert into "activities" values (5, 1700000000000, 2);
insert into "deliveries" values (1, 1, 1, 0, 1, 1, NULL, 1700000000000, X'000000016669727374206F66206D696E6100000068656C6C6F00000000000000', NULL, NULL, NULL, '{"type":"text","text":"hello"}', NULL, NULL);
insert into "deliveries" values (2, 2, 1, 0, 2, 1, NULL, 1700000000000, X'000000016669727374206F66206E6F616800000068656C6C6F00000000000000', '{"reason":"timeout"}', NULL, NULL, '{"type":"text","text":"hello"}', '"[]"', NULL);
insert into "deliveries" values (3, 3, 1, 0, 0, 1, NULL, 1700000000000, X'000000016669727374206F66206F6C676100000068656C6C6F00000000000000', NULL, NULL, NULL, '{"type":"text","text":"hello"}', NULL, NULL);
insert into "deliveries" values (4, 2, 2, 2, 0, 2, NULL, 1700000000000, NULL, NULL, NULL, NULL, '{}', NULL, 0);
insert into "deliveries" values (5, 1, 2, 0, 0, 2, NULL, 1700000000000, NULL, NULL, NULL, NULL, '{"type":"text","text":"hello"}', NULL, NULL);
insert into "deliveries" values (6, 1, 3, 0, 0, 3, NULL, 1700000000000, NULL, NULL, NULL, NULL, '{"type":"text","text":"hello"}', NULL, NULL);
insert into "deliveries" values (7, 1, 4, 1, 3, 4, 7, 1700000000000, NULL, '{"reason":"timeout"}', '"mina"', '{"name":"Ada"}', '{"type":"text","text":"good day"}', '"[]"', 0);
insert into "deliveries" values (8, 1, 5, 1, 0, 5, NULL, 1700000000000, NULL, NULL, '"mina"', '{"name":"Ada"}', '{"type":"text","text":"good day"}', NULL, 0);
insert into "deliveries" values (9, 2, 3, 1, 0, 3, NULL, 1700000000000, NULL, NULL, '"noah"', '{"name":"Ada"}', '{"type":"text","text":"good day"}', NULL, 0);
insert into "deliveries" values (10, 3, 2, 1, 0, 2, NULL, 1700000000000, NULL, NULL, '"olga"', '{"name":"Ada"}', '{"type":"text","text":"good day"}', NULL, 0);
insert into "deliveries" values (11, 1, 6, 2, 0, 6, NULL, 1700000000000, NULL, NULL, NULL, NULL, '{}', NULL, 0);
insert into "deliveries" values (12, 1, 7, 1, 0, 4, NULL, 1700000000000, NULL, NULL, '"mina"', '{"name":"Ada"}', '{"type":"text","text":"good day"}', NULL, 0);
insert into "deliveries" values (13, 4, 1, 0, 1, 1, NULL, 1700000000000, NULL, NULL, NULL, NULL, '{"type":"text","text":"hello"}', NULL, NULL);
insert into "deliveries" values (14, 4, 2, 3, 0, 2, NULL, 1700000000000, NULL, NULL, NULL, NULL, '{"about":1}', NULL, 0);
insert into "deliveries" values (15, 4, 3, 0, 0, 3, NULL, 1700000000000, NULL, NULL, NULL, NULL, '{"type":"text","text":"hello"}', NULL, NULL);
insert into "deliveries" values (16, 5, 1, 0, 0, 1, NULL, 1700000000000, NULL, NULL, NULL, NULL, '{"type":"text","text":"hello"}', NULL, NULL);
insert into "deliveries" values (17, 5, 2, 3, 0, 2, NULL, 1700000000000, NULL, NULL, NULL, NULL, '{"at":1700000000000,"name":"assigned","from":{"backend":"default","assignee":null},"to":{"backend":"sales","assignee":"ada \u0000\ud800"},"fence":1,"by":"operator","why":"\u0000\ud800","conversationId":"shop-key-sven","channelId":"shop","lastSequence":1}', NULL, 0);
insert into "lanes" values (1, 0, 1, 2, 2, 1, 1700000000000, 1700000011000, NULL, 5, 'node-a', NULL, NULL, NULL);
insert into "lanes" values (1, 1, 1, 5, 2, 0, NULL, NULL, 9, NULL, NULL, NULL, NULL, NULL);
insert into "lanes" values (1, 2, 1, 6, 1, 1, 1700000000000, 1700000011000, NULL, 11, 'node-a', NULL, NULL, NULL);
insert into "lanes" values (2, 1, 1, 3, 1, 1, 1700000000000, 1700000004000, NULL, 7, 'node-a', NULL, NULL, NULL);
insert into "lanes" values (2, 2, 1, 2, 1, 1, 1700000000000, 1700000011000, NULL, 4, 'node-a', NULL, NULL, NULL);
insert into "lanes" values (3, 0, 1, 1, 1, 1, 1700000000000, 1700000011000, NULL, 3, 'node-a', NULL, NULL, NULL);
insert into "lanes" values (3, 1, 1, 2, 1, 1, 1700000000000, 1700003600000, NULL, NULL, NULL, '"after one attempt"', NULL, NULL);
insert into "lanes" values (4, 0, 1, 3, 1, 0, NULL, 1700003600000, NULL, NULL, NULL, NULL, 1700000000000, NULL);
insert into "lanes" values (4, 3, 1, 2, 1, 0, NULL, 1700000000000, NULL, NULL, NULL, NULL, NULL, NULL);
insert into "lanes" values (5, 3, 1, 2, 1, 0, NULL, 1700000000000, NULL, NULL, NULL, NULL, NULL, NULL);
insert into "lanes" values (5, 4, 1, 1, 1, 0, NULL, 1700000000000, NULL, NULL, NULL, NULL, NULL, '{"at":1700000000000,"name":"assigned","from":{"backend":"default","assignee":null},"to":{"backend":"sales","assignee":"ada \u0000\ud800"},"fence":1,"by":"operator","why":"\u0000\ud800","conversationId":"shop-key-sven","channelId":"shop","lastSequence":1}');
insert into "idempotency_keys" values (1, '"reply"', 1700000000000, 4, 1);
insert or replace into "search_messages_data" values (1, X'');
insert or replace into "search_messages_data" values (10, X'00000001000000');
insert or replace into "search_messages_config" values ('secure-delete', 1);
insert or replace into "search_messages_config" values ('version', 4);
insert or replace into "search_visitors_data" values (1, X'');
insert or replace into "search_visitors_data" values (10, X'00000001000000');
insert or replace into "search_visitors_config" values ('secure-delete', 1);
insert or replace into "search_visitors_config" values ('version', 4);
insert into "plugin_instances" values ('desk', 3, 79, 4);
insert into "plugin_entries" values ('desk', 'token', '"token \u0000\ud800"', 3, NULL, NULL, 1700086400000, 0, NULL, NULL, 0, 0, NULL);
insert into "plugin_entries" values ('desk', 'poll', '"poll \u0000\ud800"', 1, NULL, 1700000000000, NULL, 0, 'node-a.1', 1700000004000, 0, 0, 1700000004000);
insert into "plugin_entries" values ('desk', 'thread:1', '"thread:1 \u0000\ud800"', 2, 'shop-key-mina', NULL, NULL, 1, NULL, NULL, 0, 0, 0);
insert into "backend_pauses" values ('default', 1, 1700000000000, 1700003600000, 1699999999999);
insert into "backends" values (0, 'default');
insert into "backends" values (1, 'sales');
insert into "backend_answers" values ('sales', 1, 1700000000000, NULL, NULL);
insert into "owner_changes" values (5, 1, 1700000000000, 'assigned', 0, NULL, 1, '"ada \u0000\ud800"', 1, '"operator"', '"\u0000\ud800"');
CREATE INDEX activities_by_instant on activities (last_message_at);
CREATE UNIQUE INDEX deliveries_by_sequence on deliveries (conversation, sequence);
CREATE INDEX deliveries_by_identity on deliveries (substr(identity, 1, 10), conversation) where identity is not null;
CREATE INDEX deliveries_dead on deliveries (accepted_at, conversation, message_sequence)
  where kind = 0 and state = 2;
CREATE INDEX deliveries_failed on deliveries (accepted_at, conversation, message_sequence)
  where state = 2 and kind < 2;
CREATE INDEX lanes_by_due on lanes (kind, due) where due is not null;
CREATE INDEX lanes_by_channel on lanes (channel, parked) where kind = 1;
CREATE TRIGGER search_message_erased after delete on deliveries when old.kind < 2 begin
  delete from search_messages where rowid = old.position;
  update counters set value = coalesce(
      (select max(position) from deliveries where position < old.position and kind < 2), 0)
    where name = 'search_position' and value = old.position;
end;
CREATE TRIGGER search_visitor_erased after delete on conversations begin
  delete from search_visitors where rowid = old.conversation;
  delete from search_due where conversation = old.conversation;
end;
CREATE INDEX plugin_entries_by_due on plugin_entries (instance, claimable_at, key) where claimable_at is not null;
CREATE INDEX plugin_entries_by_conversation on plugin_entries (conversation_id, instance, key)
  where conversation_id is not null;
CREATE INDEX plugin_entries_by_expiry on plugin_entries (expires_at) where expires_at is not null;
CREATE INDEX plugin_entries_erased on plugin_entries (instance, coalesce(expires_at, 9223372036854775807)) where erased = 1;
CREATE INDEX plugin_entries_claimed on plugin_entries (instance) where claim_token is not null;
CREATE INDEX plugin_entries_failing on plugin_entries (instance) where failures > 0;
CREATE INDEX idempotency_keys_by_first on idempotency_keys (conversation, first);
CREATE INDEX lanes_by_pause on lanes (paused_since) where paused_since is not null;
CREATE TRIGGER lanes_of_notices_erased after delete on conversations begin
  delete from lanes where conversation = old.conversation and kind = 3;
end;
CREATE INDEX conversations_by_owner on conversations (backend, assignee)
  where backend <> 0 or backend is null or assignee is not null;
CREATE UNIQUE INDEX lanes_inbound_of_others on lanes (conversation) where kind > 3 and kind % 4 = 0;
CREATE INDEX lanes_by_backend_pause on lanes (kind / 4, paused_since) where paused_since is not null and kind <> 1;
pragma user_version = 0;
pragma application_id = 0;
