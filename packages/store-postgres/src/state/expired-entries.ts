import { erasedKeptMs } from "@parley/core/sql-store";
import type { Database } from "../connection/database.ts";
import { statement } from "../statements/statement.ts";
import { deleteEntries, deletionIf } from "./delete-entries.ts";
import type { EntryPlace } from "./entry-rows.ts";

/** Erased entries that get their instant in one transaction. */
const pageSize = 500;

/** The instant at which an entry expires, also one that never does. */
const expiry = "coalesce(expires_at, 9223372036854775807)";
// It waits for no lock. What others have locked gets its instant at the next call.
const stamp = statement(`with late as materialized (select instance, key from plugin_entries
    where instance = any(array(select name from plugin_instances)) and erased and ${expiry} > $1
    limit ${pageSize} for update skip locked)
  update plugin_entries e set expires_at = $1 from late
  where e.instance = late.instance and e.key = late.key`);
const expired = statement(`select instance, key from plugin_entries
  where expires_at <= $1 order by expires_at limit $2`);
const remove = deletionIf(`${expiry} <= $3`);

/**
 * Lets erased entries expire at the latest after `erasedKeptMs`, then deletes entries that have expired. Each is a
 * transaction of its own, since their locks have another order.
 * @returns how many were deleted: at most `limit`
 */
export async function expireEntries(
  database: Database,
  now: number,
  limit: number,
): Promise<number> {
  await stampErased(database, now + erasedKeptMs);
  const places = await database.read<EntryPlace>(expired, now, limit);
  if (places.length === 0) return 0;
  return database.write((session) => deleteEntries(session, places, remove, now));
}

async function stampErased(database: Database, expiresAt: number): Promise<void> {
  const stampPage = () => database.write((session) => session.changed(stamp, expiresAt));
  while ((await stampPage()) === pageSize);
}
