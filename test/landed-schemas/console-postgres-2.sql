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
create table "canned_reply" (
  id text not null,
  owner_id text not null,
  shortcut text not null,
  text text not null,
  changed_at bigint not null
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
create table "inbox_entry" (
  conversation_id text not null,
  channel_id text not null,
  last_at bigint not null,
  visitor_sequence bigint not null,
  visitor_at bigint not null,
  waiting_since bigint,
  failed integer not null
);
create table "inbox_progress" (
  name text not null,
  indexed_to bigint not null
);
create table "inbox_reader" (
  account_id text not null,
  since bigint not null
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
create table "read_mark" (
  account_id text not null,
  conversation_id text not null,
  sequence bigint not null,
  unread integer not null
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
insert into "account" overriding system value select * from json_populate_recordset(null::"account", '[{"id":"rRlMOOEnf5lwXTAlAAr3b7NSMpZnEe4c","accountId":"OJ0HouyMS806NahzAnLxeG3FCNRTFUim","providerId":"credential","userId":"OJ0HouyMS806NahzAnLxeG3FCNRTFUim","accessToken":null,"refreshToken":null,"idToken":null,"accessTokenExpiresAt":null,"refreshTokenExpiresAt":null,"scope":null,"password":"b0f7d59b020e40bf36c6b3cc37c2432f:5136b00370f1b5ea48a908f093ebf73e76b2464d6fb0ee3abf814b2b6cfa1cd91823c993fe1b69a83b25cf265af2df6520cebedfa299b984472aa62bc987e53a","createdAt":"2026-11-29T19:58:16.396+00:00","updatedAt":"2026-11-29T19:58:16.396+00:00"}]');
insert into "attempt_limit" overriding system value select * from json_populate_recordset(null::"attempt_limit", '[{"key":"address:12ca17b49af2289436f303e0166030a21e525d266e209267433801a8fd4071a0","points":0,"expire":1795982596460},
{"key":"email:a3b466fbd5e72918db8db592a59382f88d025a7f5d2f7e9d165f975eabffcbf8","points":0,"expire":1795982596464}]');
insert into "inbox_progress" overriding system value select * from json_populate_recordset(null::"inbox_progress", '[{"name":"entries","indexed_to":1795982286150}]');
insert into "invitation" overriding system value select * from json_populate_recordset(null::"invitation", '[{"id":"A6pSke52booPrjjl","email":"ben@shop.test","role":"admin","digest":"fde81a7cf5dac5ed6dc76174d5fa6ef73f780958900577e1544838a7e0162fde","created_at":1795982296731,"expires_at":1796587096731,"issued_by":"OJ0HouyMS806NahzAnLxeG3FCNRTFUim"}]');
insert into "parley_schema" overriding system value select * from json_populate_recordset(null::"parley_schema", '[{"version":2,"oldest_reader":1}]');
insert into "presence" overriding system value select * from json_populate_recordset(null::"presence", '[{"account_id":"OJ0HouyMS806NahzAnLxeG3FCNRTFUim","available":1,"seen_at":1795982296711,"without_page":1}]');
insert into "session" overriding system value select * from json_populate_recordset(null::"session", '[{"id":"8dUAfLZ8LQJIQFPDhAZNTQZgdl7tkuyt","expiresAt":"2026-12-06T19:58:16.627+00:00","token":"KeVKZKDkdeu2CjRo6l5YKQszYehs0vyO","createdAt":"2026-11-29T19:58:16.627+00:00","updatedAt":"2026-11-29T19:58:16.627+00:00","ipAddress":"127.0.0.1","userAgent":"node","userId":"OJ0HouyMS806NahzAnLxeG3FCNRTFUim","impersonatedBy":null}]');
insert into "setting" overriding system value select * from json_populate_recordset(null::"setting", '[{"name":"secret","value":"blng0NcSzEetbItUsS35sa9UStq-kVhQfCrKI6dVqHQ"}]');
insert into "user" overriding system value select * from json_populate_recordset(null::"user", '[{"id":"OJ0HouyMS806NahzAnLxeG3FCNRTFUim","name":"Ada","email":"ada@shop.test","emailVerified":false,"image":null,"createdAt":"2026-11-29T19:58:16.222+00:00","updatedAt":"2026-11-29T19:58:16.222+00:00","role":"admin","banned":false,"banReason":null,"banExpires":null}]');
alter table account add constraint account_pkey PRIMARY KEY (id);
alter table attempt_limit add constraint attempt_limit_pkey PRIMARY KEY (key);
alter table canned_reply add constraint canned_reply_owner_id_shortcut_key UNIQUE (owner_id, shortcut);
alter table canned_reply add constraint canned_reply_pkey PRIMARY KEY (id);
alter table draft add constraint draft_pkey PRIMARY KEY (account_id, conversation_id);
alter table inbox_entry add constraint inbox_entry_pkey PRIMARY KEY (conversation_id);
alter table inbox_progress add constraint inbox_progress_pkey PRIMARY KEY (name);
alter table inbox_reader add constraint inbox_reader_pkey PRIMARY KEY (account_id);
alter table invitation add constraint invitation_digest_key UNIQUE (digest);
alter table invitation add constraint invitation_email_key UNIQUE (email);
alter table invitation add constraint invitation_pkey PRIMARY KEY (id);
alter table password_link add constraint password_link_digest_key UNIQUE (digest);
alter table password_link add constraint password_link_pkey PRIMARY KEY (account_id);
alter table presence add constraint presence_pkey PRIMARY KEY (account_id);
alter table read_mark add constraint read_mark_pkey PRIMARY KEY (account_id, conversation_id);
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
CREATE INDEX inbox_entry_by_activity ON inbox_entry USING btree (last_at, conversation_id);
CREATE INDEX inbox_entry_by_channel ON inbox_entry USING btree (channel_id, last_at, conversation_id);
CREATE INDEX inbox_entry_failed ON inbox_entry USING btree (last_at, conversation_id) WHERE failed = 1;
CREATE INDEX inbox_entry_failed_by_channel ON inbox_entry USING btree (channel_id, last_at, conversation_id) WHERE failed = 1;
CREATE INDEX inbox_entry_waiting ON inbox_entry USING btree (last_at, conversation_id) WHERE waiting_since IS NOT NULL;
CREATE INDEX inbox_entry_waiting_by_channel ON inbox_entry USING btree (channel_id, last_at, conversation_id) WHERE waiting_since IS NOT NULL;
CREATE INDEX read_mark_by_conversation ON read_mark USING btree (conversation_id);
CREATE INDEX read_mark_unread ON read_mark USING btree (account_id, conversation_id) WHERE unread = 1;
CREATE INDEX "session_userId_idx" ON session USING btree ("userId");
CREATE INDEX verification_identifier_idx ON verification USING btree (identifier);
