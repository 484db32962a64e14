import type { Client } from "pg";

// The first row of `channels` is not a channel.
const isEmpty = `select not exists (select from channels where position > 0)
  and not exists (select from channel_keys) and not exists (select from conversations)
  and not exists (select from deliveries) and not exists (select from lanes)
  and not exists (select from identities) and not exists (select from idempotency_keys)
  and not exists (select from erasure_notices) and not exists (select from plugin_instances)
  and not exists (select from plugin_entries) and not exists (select from owner_changes) as empty`;
// The search index has none yet, and its tables refer to these.
const truncate = `truncate channel_keys, conversations, deliveries, lanes, identities, idempotency_keys,
  erasure_notices, plugin_instances, plugin_entries, owner_changes, backend_pauses, backend_answers, search_messages, search_visitors, search_due restart identity`;

/** Whether the store is empty. */
export async function isStoreEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(isEmpty);
  return rows[0]?.empty === true;
}

/** Deletes everything, including the state of an unfinished move. */
export async function clearStore(client: Client): Promise<void> {
  await client.query(truncate);
  await client.query("delete from channels where position > 0");
  await client.query("delete from backends where number > 0");
  await client.query("drop table moves");
}
