/**
 * The state of plugins. Keys are ASCII. claimable_at: the instant from which a due call may begin; while one runs, the
 * end of its claim. Erased entries are their listener's only.
 */
export const pluginEntries = `
create table plugin_instances (
  name text primary key,
  entries integer not null,
  bytes integer not null,
  last_version integer not null
) without rowid;

create table plugin_entries (
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
create index plugin_entries_by_due on plugin_entries (instance, claimable_at, key) where claimable_at is not null;
create index plugin_entries_by_conversation on plugin_entries (conversation_id, instance, key)
  where conversation_id is not null;
create index plugin_entries_by_expiry on plugin_entries (expires_at) where expires_at is not null;
create index plugin_entries_erased on plugin_entries (instance, coalesce(expires_at, 9223372036854775807)) where erased = 1;
create index plugin_entries_claimed on plugin_entries (instance) where claim_token is not null;
create index plugin_entries_failing on plugin_entries (instance) where failures > 0;
`;
