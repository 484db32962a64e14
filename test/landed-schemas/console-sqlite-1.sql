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
CREATE TABLE "user" ("id" text not null primary key, "name" text not null, "email" text not null unique, "emailVerified" integer not null, "image" text, "createdAt" date not null, "updatedAt" date not null, "role" text, "banned" integer, "banReason" text, "banExpires" date);
CREATE TABLE "session" ("id" text not null primary key, "expiresAt" date not null, "token" text not null unique, "createdAt" date not null, "updatedAt" date not null, "ipAddress" text, "userAgent" text, "userId" text not null references "user" ("id") on delete cascade, "impersonatedBy" text);
CREATE TABLE "account" ("id" text not null primary key, "accountId" text not null, "providerId" text not null, "userId" text not null references "user" ("id") on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" date, "refreshTokenExpiresAt" date, "scope" text, "password" text, "createdAt" date not null, "updatedAt" date not null);
CREATE TABLE "verification" ("id" text not null primary key, "identifier" text not null, "value" text not null, "expiresAt" date not null, "createdAt" date not null, "updatedAt" date not null);
insert into "parley_schema" values (1, 1);
insert into "setting" values ('secret', 'LjI6PWFSJD63Nj4FAZDhb28n69JW9wHl-5TVxpYJau5');
insert into "presence" values ('MDJAdPz5RLHafrv77YTIkyBFod3U7aWd', 1, 1795964595552, 1);
insert into "invitation" values ('0y5ev5vI9neLEddU', 'ben@shop.test', 'admin', 'f80f3787d80e114290e1119c0be042c1adf5b37ae54fddaf6bae17e09f3bb06d', 1795964595571, 1796569395571, 'MDJAdPz5RLHafrv77YTIkyBFod3U7aWd');
insert into "user" values ('MDJAdPz5RLHafrv77YTIkyBFod3U7aWd', 'Ada', 'ada@shop.test', 0, NULL, '2026-11-29T15:03:15.131Z', '2026-11-29T15:03:15.131Z', 'admin', 0, NULL, NULL);
insert into "session" values ('jV5u3eQPp0MSkXkOHyzWIieJFd1FBj16', '2026-12-06T15:03:15.460Z', 'Kujd9FvTNZpAqd7sJMywDnAchbZWJd7C', '2026-11-29T15:03:15.460Z', '2026-11-29T15:03:15.460Z', '127.0.0.1', 'node', 'MDJAdPz5RLHafrv77YTIkyBFod3U7aWd', NULL);
insert into "account" values ('avfIep6YFMjKGLBCII4YkRK7XhEpydo0', 'MDJAdPz5RLHafrv77YTIkyBFod3U7aWd', 'credential', 'MDJAdPz5RLHafrv77YTIkyBFod3U7aWd', NULL, NULL, NULL, NULL, NULL, NULL, '6c893b17f247d34eb8e7603880167f22:6d031754b875f3910ee2204b0d5b735344f22f48510f0ba13387720d04e158af220561740bfce43453014a21a1a59003ddbb9c1353b8530778bfa5127cf0d39c', '2026-11-29T15:03:15.268Z', '2026-11-29T15:03:15.268Z');
CREATE INDEX "session_userId_idx" on "session" ("userId");
CREATE INDEX "account_userId_idx" on "account" ("userId");
CREATE INDEX "verification_identifier_idx" on "verification" ("identifier");
pragma user_version = 0;
pragma application_id = 0;
