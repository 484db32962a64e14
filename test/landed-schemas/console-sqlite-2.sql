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
insert into "setting" values ('secret', 'jNHukiUf7fDmiiBMA4GTxzXORczM1LLon56AmC0hfQo');
insert into "presence" values ('vREmm2EfjQrCNOoMDxFeyqa0dA4dXO0a', 1, 1795982292883, 1);
insert into "invitation" values ('j4Qy85EDjUUU6PHx', 'ben@shop.test', 'admin', 'a7a9a0a02993cf91cd809296d5a406d98a16e59cc167f4c73c0448b2ae679eba', 1795982292893, 1796587092893, 'vREmm2EfjQrCNOoMDxFeyqa0dA4dXO0a');
insert into "inbox_progress" values ('entries', 1795982282364);
insert into "user" values ('vREmm2EfjQrCNOoMDxFeyqa0dA4dXO0a', 'Ada', 'ada@shop.test', 0, NULL, '2026-11-29T19:58:12.356Z', '2026-11-29T19:58:12.356Z', 'admin', 0, NULL, NULL);
insert into "session" values ('qN1m4x8q0FmuPLH5KW3nF4YhtTe2B8AQ', '2026-12-06T19:58:12.824Z', 'IupuVGkSEvJ8gby5LhcOWO4f27JmUpwj', '2026-11-29T19:58:12.824Z', '2026-11-29T19:58:12.824Z', '127.0.0.1', 'node', 'vREmm2EfjQrCNOoMDxFeyqa0dA4dXO0a', NULL);
insert into "account" values ('fbFulmHPzJPsNUfBjEb0sdAXkKWAdRVo', 'vREmm2EfjQrCNOoMDxFeyqa0dA4dXO0a', 'credential', 'vREmm2EfjQrCNOoMDxFeyqa0dA4dXO0a', NULL, NULL, NULL, NULL, NULL, NULL, '014152e2055dd39ad0b5c107056c5b7c:dd2916789b67ce9e03e5c7c3cf63b75a546af2beaaeed37bd71c330c71bdba87d5a0bf6cf48f14cf395dedfbbcbde23449776737b0dbdbc9cd04771e4a5394bf', '2026-11-29T19:58:12.614Z', '2026-11-29T19:58:12.614Z');
CREATE INDEX draft_by_conversation on draft (conversation_id);
CREATE INDEX inbox_entry_by_activity on inbox_entry (last_at, conversation_id);
CREATE INDEX inbox_entry_by_channel on inbox_entry (channel_id, last_at, conversation_id);
CREATE INDEX inbox_entry_waiting on inbox_entry (last_at, conversation_id) where waiting_since is not null;
CREATE INDEX inbox_entry_failed on inbox_entry (last_at, conversation_id) where failed = 1;
CREATE INDEX inbox_entry_waiting_by_channel on inbox_entry (channel_id, last_at, conversation_id)
  where waiting_since is not null;
CREATE INDEX inbox_entry_failed_by_channel on inbox_entry (channel_id, last_at, conversation_id) where failed = 1;
CREATE INDEX read_mark_by_conversation on read_mark (conversation_id);
CREATE INDEX read_mark_unread on read_mark (account_id, conversation_id) where unread = 1;
CREATE INDEX "session_userId_idx" on "session" ("userId");
CREATE INDEX "account_userId_idx" on "account" ("userId");
CREATE INDEX "verification_identifier_idx" on "verification" ("identifier");
pragma user_version = 0;
pragma application_id = 0;
