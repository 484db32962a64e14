create table "account" (
  id text not null,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamp with time zone,
  "refreshTokenExpiresAt" timestamp with time zone,
  scope text,
  password text,
  "createdAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
  "updatedAt" timestamp with time zone not null
);
create table "attempt_limit" (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint
);
create table "draft" (
  account_id text not null,
  conversation_id text not null,
  revision bigint not null,
  sent_revision bigint not null,
  saved_at bigint not null,
  draft_id text not null,
  device text not null,
  body text,
  others text not null
);
create table "invitation" (
  id text not null,
  email text not null,
  role text not null,
  digest text not null,
  created_at bigint not null,
  expires_at bigint not null,
  issued_by text not null
);
create table "parley_schema" (
  version integer not null,
  oldest_reader integer not null
);
create table "password_link" (
  account_id text not null,
  digest text not null,
  expires_at bigint not null,
  issued_by text not null
);
create table "presence" (
  account_id text not null,
  available integer not null,
  seen_at bigint not null,
  without_page integer not null default 0
);
create table "session" (
  id text not null,
  "expiresAt" timestamp with time zone not null,
  token text not null,
  "createdAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
  "updatedAt" timestamp with time zone not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null,
  "impersonatedBy" text
);
create table "setting" (
  name text not null,
  value text not null
);
create table "user" (
  id text not null,
  name text not null,
  email text not null,
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
  "updatedAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
  role text,
  banned boolean,
  "banReason" text,
  "banExpires" timestamp with time zone
);
create table "verification" (
  id text not null,
  identifier text not null,
  value text not null,
  "expiresAt" timestamp with time zone not null,
  "createdAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
  "updatedAt" timestamp with time zone not null default CURRENT_TIMESTAMP
);
insert into "account" overriding system value select * from json_populate_recordset(null::"account", '[{"id":"30F9aRYfgHcM8Hs58rXyRJQG3b6gleGg","accountId":"qA00XVy2osLMcDHK4dlfZHmpOnXJBjhZ","providerId":"credential","userId":"qA00XVy2osLMcDHK4dlfZHmpOnXJBjhZ","accessToken":null,"refreshToken":null,"idToken":null,"accessTokenExpiresAt":null,"refreshTokenExpiresAt":null,"scope":null,"password":"35f14c0653995c7927b68fa50300029a:515832f7dfd7345b4db18b2bdc6b768c16301e7e7620629f18c6e0320ab3583f9ffb0a0118a7707643c62a1a3c8f74a2648a857e66643bd6226933dbc99461d5","createdAt":"2026-11-29T19:05:09.918+00:00","updatedAt":"2026-11-29T19:05:09.918+00:00"}]');
insert into "attempt_limit" overriding system value select * from json_populate_recordset(null::"attempt_limit", '[{"key":"address:12ca17b49af2289436f303e0166030a21e525d266e209267433801a8fd4071a0","points":0,"expire":1795979410220},
{"key":"email:a3b466fbd5e72918db8db592a59382f88d025a7f5d2f7e9d165f975eabffcbf8","points":0,"expire":1795979410229}]');
insert into "invitation" overriding system value select * from json_populate_recordset(null::"invitation", '[{"id":"S1Pp6x9miYg4Brqh","email":"ben@shop.test","role":"admin","digest":"531175397029c0baf86f7be58bb3ce48d8e790f63038548f9a70376c2ea897a2","created_at":1795979111125,"expires_at":1796583911125,"issued_by":"qA00XVy2osLMcDHK4dlfZHmpOnXJBjhZ"}]');
insert into "parley_schema" overriding system value select * from json_populate_recordset(null::"parley_schema", '[{"version":2,"oldest_reader":1}]');
insert into "presence" overriding system value select * from json_populate_recordset(null::"presence", '[{"account_id":"qA00XVy2osLMcDHK4dlfZHmpOnXJBjhZ","available":1,"seen_at":1795979111104,"without_page":1}]');
insert into "session" overriding system value select * from json_populate_recordset(null::"session", '[{"id":"VUbDKJ63rzqS7CwoQv82r5VvTIBEVP98","expiresAt":"2026-12-06T19:05:10.696+00:00","token":"wjkZ2foePaKHBZVNXsR5dyEk4K8MjIlW","createdAt":"2026-11-29T19:05:10.696+00:00","updatedAt":"2026-11-29T19:05:10.696+00:00","ipAddress":"127.0.0.1","userAgent":"node","userId":"qA00XVy2osLMcDHK4dlfZHmpOnXJBjhZ","impersonatedBy":null}]');
insert into "setting" overriding system value select * from json_populate_recordset(null::"setting", '[{"name":"secret","value":"UMlBuSmlMYIjZaFEno_-i_Q1Xmcm1TW5uU6_Q5amc-1"}]');
insert into "user" overriding system value select * from json_populate_recordset(null::"user", '[{"id":"qA00XVy2osLMcDHK4dlfZHmpOnXJBjhZ","name":"Ada","email":"ada@shop.test","emailVerified":false,"image":null,"createdAt":"2026-11-29T19:05:09.364+00:00","updatedAt":"2026-11-29T19:05:09.364+00:00","role":"admin","banned":false,"banReason":null,"banExpires":null}]');
alter table account add constraint account_pkey PRIMARY KEY (id);
alter table attempt_limit add constraint attempt_limit_pkey PRIMARY KEY (key);
alter table draft add constraint draft_pkey PRIMARY KEY (account_id, conversation_id);
alter table invitation add constraint invitation_digest_key UNIQUE (digest);
alter table invitation add constraint invitation_email_key UNIQUE (email);
alter table invitation add constraint invitation_pkey PRIMARY KEY (id);
alter table password_link add constraint password_link_digest_key UNIQUE (digest);
alter table password_link add constraint password_link_pkey PRIMARY KEY (account_id);
alter table presence add constraint presence_pkey PRIMARY KEY (account_id);
alter table session add constraint session_pkey PRIMARY KEY (id);
alter table session add constraint session_token_key UNIQUE (token);
alter table setting add constraint setting_pkey PRIMARY KEY (name);
alter table "user" add constraint user_email_key UNIQUE (email);
alter table "user" add constraint user_pkey PRIMARY KEY (id);
alter table verification add constraint verification_pkey PRIMARY KEY (id);
alter table account add constraint "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE;
alter table session add constraint "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE;
CREATE INDEX "account_userId_idx" ON account USING btree ("userId");
CREATE INDEX draft_by_conversation ON draft USING btree (conversation_id);
CREATE INDEX "session_userId_idx" ON session USING btree ("userId");
CREATE INDEX verification_identifier_idx ON verification USING btree (identifier);
