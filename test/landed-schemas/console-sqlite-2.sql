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
CREATE TABLE "user" ("id" text not null primary key, "name" text not null, "email" text not null unique, "emailVerified" integer not null, "image" text, "createdAt" date not null, "updatedAt" date not null, "role" text, "banned" integer, "banReason" text, "banExpires" date);
CREATE TABLE "session" ("id" text not null primary key, "expiresAt" date not null, "token" text not null unique, "createdAt" date not null, "updatedAt" date not null, "ipAddress" text, "userAgent" text, "userId" text not null references "user" ("id") on delete cascade, "impersonatedBy" text);
CREATE TABLE "account" ("id" text not null primary key, "accountId" text not null, "providerId" text not null, "userId" text not null references "user" ("id") on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" date, "refreshTokenExpiresAt" date, "scope" text, "password" text, "createdAt" date not null, "updatedAt" date not null);
CREATE TABLE "verification" ("id" text not null primary key, "identifier" text not null, "value" text not null, "expiresAt" date not null, "createdAt" date not null, "updatedAt" date not null);
insert into "parley_schema" values (2, 1);
insert into "setting" values ('secret', '1dT7hbTIT_KN_w3LFUCzNqBHF714KDRE1Nwqlw2LSJE');
insert into "presence" values ('TE2XZ9q6PdK9HQup7wMgCjrMVpYWuGVw', 1, 1795979088415, 1);
insert into "invitation" values ('tryehjf2bBp278uz', 'ben@shop.test', 'admin', '1c82b3d45f8ca7c904907db19236b3d2c43c22f5c175969d6c18a3082d45fce8', 1795979088690, 1796583888690, 'TE2XZ9q6PdK9HQup7wMgCjrMVpYWuGVw');
insert into "user" values ('TE2XZ9q6PdK9HQup7wMgCjrMVpYWuGVw', 'Ada', 'ada@shop.test', 0, NULL, '2026-11-29T19:04:45.048Z', '2026-11-29T19:04:45.048Z', 'admin', 0, NULL, NULL);
insert into "session" values ('d29X5roXXYkI81WWe7ZXifizDpipV6mJ', '2026-12-06T19:04:47.862Z', 'tw54PKfNyumZvBOW3rK0D5nvI2k7qJDz', '2026-11-29T19:04:47.862Z', '2026-11-29T19:04:47.862Z', '127.0.0.1', 'node', 'TE2XZ9q6PdK9HQup7wMgCjrMVpYWuGVw', NULL);
insert into "account" values ('bsr8c7sOxoMJ7BuI43xNt72VYGH9xXOe', 'TE2XZ9q6PdK9HQup7wMgCjrMVpYWuGVw', 'credential', 'TE2XZ9q6PdK9HQup7wMgCjrMVpYWuGVw', NULL, NULL, NULL, NULL, NULL, NULL, '6468cfc3c75e0dff9bf3b9b5e9713c79:a61fddfe4505f65e0a6376ec8908ee0cb517fa84383bda702612a546f59fb6af783d4303e51722a7ef7d5d29b127c98c17700b3ceb129ddfc42d99b862ca718b', '2026-11-29T19:04:46.461Z', '2026-11-29T19:04:46.461Z');
CREATE INDEX draft_by_conversation on draft (conversation_id);
CREATE INDEX "session_userId_idx" on "session" ("userId");
CREATE INDEX "account_userId_idx" on "account" ("userId");
CREATE INDEX "verification_identifier_idx" on "verification" ("identifier");
pragma user_version = 0;
pragma application_id = 0;
