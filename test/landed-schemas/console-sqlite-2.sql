CREATE TABLE parley_schema (version integer not null, oldest_reader integer not null);
CREATE TABLE setting (name text primary key, value text not null) strict;
CREATE TABLE presence (
  account_id text primary key,
  available integer not null,
  seen_at integer not null,
  without_page integer not null default 0
) strict;
CREATE TABLE invitation (
  id text primary key,
  email text not null unique,
  role text not null,
  digest text not null unique,
  created_at integer not null,
  expires_at integer not null,
  issued_by text not null
) strict;
CREATE TABLE password_link (
  account_id text primary key,
  digest text not null unique,
  expires_at integer not null,
  issued_by text not null
) strict;
CREATE TABLE draft (
  account_id text not null,
  conversation_id text not null,
  revision integer not null,
  sent_revision integer not null,
  saved_at integer not null,
  draft_id text not null,
  device text not null,
  body text,
  others text not null,
  primary key (account_id, conversation_id)
) strict;
CREATE TABLE inbox_entry (
  conversation_id text primary key,
  channel_id text not null,
  last_at integer not null,
  visitor_sequence integer not null,
  visitor_at integer not null,
  waiting_since integer,
  failed integer not null
) strict;
CREATE TABLE inbox_progress (
  name text primary key,
  indexed_to integer not null
) strict;
CREATE TABLE inbox_reader (
  account_id text primary key,
  since integer not null
) strict;
CREATE TABLE read_mark (
  account_id text not null,
  conversation_id text not null,
  sequence integer not null,
  unread integer not null,
  primary key (account_id, conversation_id)
) strict;
CREATE TABLE canned_reply (
  id text primary key,
  owner_id text not null,
  shortcut text not null,
  text text not null,
  changed_at integer not null,
  unique (owner_id, shortcut)
) strict;
CREATE TABLE "user" ("id" text not null primary key, "name" text not null, "email" text not null unique, "emailVerified" integer not null, "image" text, "createdAt" date not null, "updatedAt" date not null, "role" text, "banned" integer, "banReason" text, "banExpires" date);
CREATE TABLE "session" ("id" text not null primary key, "expiresAt" date not null, "token" text not null unique, "createdAt" date not null, "updatedAt" date not null, "ipAddress" text, "userAgent" text, "userId" text not null references "user" ("id") on delete cascade, "impersonatedBy" text);
CREATE TABLE "account" ("id" text not null primary key, "accountId" text not null, "providerId" text not null, "userId" text not null references "user" ("id") on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" date, "refreshTokenExpiresAt" date, "scope" text, "password" text, "createdAt" date not null, "updatedAt" date not null);
CREATE TABLE "verification" ("id" text not null primary key, "identifier" text not null, "value" text not null, "expiresAt" date not null, "createdAt" date not null, "updatedAt" date not null);
insert into "parley_schema" values (2, 1);
insert into "setting" values ('secret', '-KAtHunEUhPi_JwzPMEkF99XK5rtOd33of35JWelw76');
insert into "presence" values ('6gnKFJFOdU9SuI3NDyO6zRZ3rWxf7fti', 1, 1795981565078, 1);
insert into "invitation" values ('yMp8fhT4Ix347fJN', 'ben@shop.test', 'admin', 'c068f96b93a002bec2c706fd5b123a21b6eb4db785c721f31456cfb8a7c8908f', 1795981565131, 1796586365131, '6gnKFJFOdU9SuI3NDyO6zRZ3rWxf7fti');
insert into "inbox_progress" values ('entries', 1795981553230);
insert into "user" values ('6gnKFJFOdU9SuI3NDyO6zRZ3rWxf7fti', 'Ada', 'ada@shop.test', 0, NULL, '2026-11-29T19:46:03.176Z', '2026-11-29T19:46:03.176Z', 'admin', 0, NULL, NULL);
insert into "session" values ('itH1hns7s63EaBYxlfzb4CzyXtGqecCH', '2026-12-06T19:46:04.857Z', 'JDmjXchFvMTKpe3UbptzS2KiISesCm5f', '2026-11-29T19:46:04.857Z', '2026-11-29T19:46:04.857Z', '127.0.0.1', 'node', '6gnKFJFOdU9SuI3NDyO6zRZ3rWxf7fti', NULL);
insert into "account" values ('fs4G47RxesUYSNSZ2Es7MeGxIo6MCJYZ', '6gnKFJFOdU9SuI3NDyO6zRZ3rWxf7fti', 'credential', '6gnKFJFOdU9SuI3NDyO6zRZ3rWxf7fti', NULL, NULL, NULL, NULL, NULL, NULL, '2b58746033e3ad1b93f3bd2008e5d08e:9e6cb8ab62ffc461742641275c34dd1c69820e8625e03d90576bf353259e4dec4b25aa234bd6599fc8d16f43e5e25c61c91513974916b850fb29c3ed03203890', '2026-11-29T19:46:04.197Z', '2026-11-29T19:46:04.197Z');
CREATE INDEX draft_by_conversation on draft (conversation_id);
CREATE INDEX inbox_entry_by_activity on inbox_entry (last_at, conversation_id);
CREATE INDEX inbox_entry_by_channel on inbox_entry (channel_id, last_at, conversation_id);
CREATE INDEX inbox_entry_waiting on inbox_entry (last_at, conversation_id) where waiting_since is not null;
CREATE INDEX inbox_entry_failed on inbox_entry (last_at, conversation_id) where failed = 1;
CREATE INDEX read_mark_by_conversation on read_mark (conversation_id);
CREATE INDEX read_mark_unread on read_mark (account_id, conversation_id) where unread = 1;
CREATE INDEX "session_userId_idx" on "session" ("userId");
CREATE INDEX "account_userId_idx" on "account" ("userId");
CREATE INDEX "verification_identifier_idx" on "verification" ("identifier");
pragma user_version = 0;
pragma application_id = 0;
