import type { ErasedEntries, StoredEntry } from "@parley/core";
import { erasedKeptMs } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import { findEntries, findEntry } from "./entry-rows.ts";
import { removeEntries } from "./instance-rows.ts";

const close = `update plugin_entries set erased = 1, claim_token = null, claim_until = null, claimable_at = null
  where conversation_id = ?`;
const ofConversation =
  "conversation_id = +? and instance = +? and erased = 1 order by key limit +?";
const instances = `select distinct instance from plugin_entries where conversation_id = +? and erased = 1`;
/** Erased entries that expire later than this, or never: few, by an index. */
const isLater = `instance in (select name from plugin_instances) and erased = 1
  and coalesce(expires_at, 9223372036854775807) > +?`;
const stamp = `update plugin_entries set expires_at = +? where ${isLater}`;
const unstamped = `select 1 from plugin_entries where ${isLater} limit 1`;
const anyExpired = "select 1 from plugin_entries where expires_at <= +? limit 1";
const expired =
  "select instance, key from plugin_entries where expires_at <= +? order by expires_at limit +?";

interface Instance {
  readonly instance: string;
}

/** Closes the entries of a conversation, in the transaction that erases it. */
export function closeEntries(connection: Connection, conversationId: string): void {
  connection.run(close, conversationId);
}

/** Whether anything is kept about an erased conversation. */
export function hasErasedEntries(connection: Connection, conversationId: string): boolean {
  return connection.get(instances, conversationId) !== undefined;
}

/** What an instance keeps about an erased conversation: the first ones. -1: all. */
export function erasedEntries(
  connection: Connection,
  instance: string,
  conversationId: string,
  limit = -1,
): readonly StoredEntry[] {
  return findEntries(connection, ofConversation, conversationId, instance, limit);
}

/** @returns whether there were any. The caller must then request a compaction. */
export function removeErased(
  connection: Connection,
  conversationId: string,
  which: ErasedEntries,
): boolean {
  let hasRemoved = false;
  for (const { instance } of connection.all<Instance>(instances, conversationId)) {
    const isOther = "of" in which ? which.of !== instance : which.ofAllBut.includes(instance);
    if (isOther) continue;
    const erased = erasedEntries(connection, instance, conversationId);
    const removed = "of" in which ? erased.filter(({ key }) => which.keys.includes(key)) : erased;
    removeEntries(connection, instance, removed);
    hasRemoved ||= removed.length > 0;
  }
  return hasRemoved;
}

/** Whether `expireEntries` has anything to do. */
export function hasExpired(connection: Connection, now: number): boolean {
  const latest = now + erasedKeptMs;
  return (
    connection.get(anyExpired, now) !== undefined || connection.get(unstamped, latest) !== undefined
  );
}

/** @returns how many were deleted. The caller must then request a compaction. */
export function expireEntries(connection: Connection, now: number, limit: number): number {
  const latest = now + erasedKeptMs;
  connection.run(stamp, latest, latest);
  const found = connection.all<Instance & { readonly key: string }>(expired, now, limit);
  const keys = Map.groupBy(found, ({ instance }) => instance);
  for (const [instance, ones] of keys) {
    const entries = ones.flatMap(({ key }) => findEntry(connection, instance, key) ?? []);
    removeEntries(connection, instance, entries);
  }
  return found.length;
}
