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
create table "invitation" (
  id text not null,
  email text not null,
  role text not null,
  digest text not null,
  created_at bigint not null,
  expires_at bigint not null,
  issued_by text not null
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
create table "parley_schema" (
  version integer not null,
  oldest_reader integer not null
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
insert into "account" overriding system value select * from json_populate_recordset(null::"account", '[{"id":"0zTLPEtlo3lEUwuY2TwfsSzU5sqRblH9","accountId":"7jajMLsJiyju5PnVixY4Vj4yAOvgL8eo","providerId":"credential","userId":"7jajMLsJiyju5PnVixY4Vj4yAOvgL8eo","accessToken":null,"refreshToken":null,"idToken":null,"accessTokenExpiresAt":null,"refreshTokenExpiresAt":null,"scope":null,"password":"f0bef19e1a8142e746bcf5221aed3ce0:1334a717ca16042ff9ea039f867a7cea6a6100b91a4474c2f07761d7a07dffbf6d511473c01f4950d7164f7a67a82a1217e809ff6fd0264314a484933e06193d","createdAt":"2026-11-29T15:03:10.691+00:00","updatedAt":"2026-11-29T15:03:10.691+00:00"}]');
insert into "attempt_limit" overriding system value select * from json_populate_recordset(null::"attempt_limit", '[{"key":"address:12ca17b49af2289436f303e0166030a21e525d266e209267433801a8fd4071a0","points":0,"expire":1795964890803},
{"key":"email:a3b466fbd5e72918db8db592a59382f88d025a7f5d2f7e9d165f975eabffcbf8","points":0,"expire":1795964890808}]');
insert into "invitation" overriding system value select * from json_populate_recordset(null::"invitation", '[{"id":"W9ehxcOciltwT703","email":"ben@shop.test","role":"admin","digest":"4771732b580f5d15b01ba1b08620e9de8fefb2ee6ec25cef81edef56f79359cf","created_at":1795964591480,"expires_at":1796569391480,"issued_by":"7jajMLsJiyju5PnVixY4Vj4yAOvgL8eo"}]');
insert into "presence" overriding system value select * from json_populate_recordset(null::"presence", '[{"account_id":"7jajMLsJiyju5PnVixY4Vj4yAOvgL8eo","available":1,"seen_at":1795964591425,"without_page":1}]');
insert into "parley_schema" overriding system value select * from json_populate_recordset(null::"parley_schema", '[{"version":1,"oldest_reader":1}]');
insert into "session" overriding system value select * from json_populate_recordset(null::"session", '[{"id":"kdr3HfHkW9Aw83EHRF6BEbzC2DGM7R5X","expiresAt":"2026-12-06T15:03:11.158+00:00","token":"eWtympAuOm22mAiXhtWsLcA45WIoRyRZ","createdAt":"2026-11-29T15:03:11.158+00:00","updatedAt":"2026-11-29T15:03:11.158+00:00","ipAddress":"127.0.0.1","userAgent":"node","userId":"7jajMLsJiyju5PnVixY4Vj4yAOvgL8eo","impersonatedBy":null}]');
insert into "setting" overriding system value select * from json_populate_recordset(null::"setting", '[{"name":"secret","value":"-c7Nm-Gx3CR4rGhXwBaz7Kpcm2NmrVwwHSdlJnvOZmj"}]');
insert into "user" overriding system value select * from json_populate_recordset(null::"user", '[{"id":"7jajMLsJiyju5PnVixY4Vj4yAOvgL8eo","name":"Ada","email":"ada@shop.test","emailVerified":false,"image":null,"createdAt":"2026-11-29T15:03:10.509+00:00","updatedAt":"2026-11-29T15:03:10.509+00:00","role":"admin","banned":false,"banReason":null,"banExpires":null}]');
alter table account add constraint account_pkey PRIMARY KEY (id);
alter table attempt_limit add constraint attempt_limit_pkey PRIMARY KEY (key);
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
CREATE INDEX "session_userId_idx" ON session USING btree ("userId");
CREATE INDEX verification_identifier_idx ON verification USING btree (identifier);
