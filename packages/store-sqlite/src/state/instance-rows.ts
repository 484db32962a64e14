import type { StoredEntry } from "@parley/core";
import { entryBytes, type StateUsage } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import { saveEntry } from "./entry-rows.ts";

const find =
  "select entries, bytes, last_version as lastVersion from plugin_instances where name = ?";
const save =
  "insert or replace into plugin_instances (name, entries, bytes, last_version) values (?, ?, ?, ?)";

/** What an instance keeps. */
export function findUsage(connection: Connection, instance: string): StateUsage {
  const row = connection.get<StateUsage>(find, instance);
  return row ?? { entries: 0, bytes: 0, lastVersion: 0 };
}

export function saveUsage(connection: Connection, instance: string, usage: StateUsage): void {
  connection.run(save, instance, usage.entries, usage.bytes, usage.lastVersion);
}

/** Deletes entries of an instance, which makes room for others. The caller must request a compaction if they were erased. */
export function removeEntries(
  connection: Connection,
  instance: string,
  entries: readonly StoredEntry[],
): void {
  if (entries.length === 0) return;
  const usage = findUsage(connection, instance);
  const bytes = entries.reduce((sum, entry) => sum + entryBytes(entry), 0);
  for (const { key } of entries) saveEntry(connection, instance, key, null);
  saveUsage(connection, instance, {
    entries: usage.entries - entries.length,
    bytes: usage.bytes - bytes,
    lastVersion: usage.lastVersion,
  });
}
