/**
 * What plugins keep. Keys and names are printable ASCII. Values are JSON, in which NUL and lone surrogates are escaped.
 *
 * plugin_instances: one row for each plugin that ever wrote. Its row is the lock on the instance's writes. The last
 * version only rises, so the row stays when its entries are gone.
 * plugin_entries.claimable_at: `claimableAt` of the entry, kept at each write.
 * plugin_entries.erased: its conversation was erased. The entry waits for the erasure listener. Whoever erases the
 * conversation leaves the counters of plugin_instances alone: the entry counts until it is deleted.
 *
 * All indexes but the primary key are partial, so that a statement by key can only use the primary key.
 */
export const pluginEntries = `
create table plugin_instances (
  name text collate "C" primary key,
  entries bigint not null,
  bytes bigint not null,
  last_version bigint not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_threshold = 200000);

create table plugin_entries (
  instance text collate "C" not null,
  key text collate "C" not null,
  value text not null,
  version bigint not null,
  conversation_id text collate "C",
  due bigint,
  expires_at bigint,
  woken boolean not null,
  claim_token text,
  claim_until bigint,
  failures integer not null,
  erased boolean not null,
  claimable_at bigint,
  primary key (instance, key)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_threshold = 200000);
create index plugin_entries_by_due on plugin_entries (instance, claimable_at, key)
  where claimable_at is not null;
create index plugin_entries_by_conversation on plugin_entries (conversation_id, instance, key)
  where conversation_id is not null;
create index plugin_entries_by_expiry on plugin_entries (expires_at) where expires_at is not null;
create index plugin_entries_erased on plugin_entries (instance, coalesce(expires_at, 9223372036854775807))
  where erased;
create index plugin_entries_claimed on plugin_entries (instance) where claim_token is not null;
create index plugin_entries_failing on plugin_entries (instance) where failures > 0 and not erased;
`;
