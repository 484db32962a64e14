import type { StateUsage } from "@parley/core/sql-store";
import type { Session } from "../connection/session.ts";
import { columns } from "../statements/columns.ts";
import { givenRows } from "../statements/given-rows.ts";
import { statement } from "../statements/statement.ts";

/** What an instance keeps. */
export interface InstanceRow extends StateUsage {
  readonly name: string;
}

/** What is deleted of an instance. */
export interface Freed {
  readonly name: string;
  readonly entries: number;
  readonly bytes: number;
}

const insert = statement(`insert into plugin_instances (name, entries, bytes, last_version)
  select name, 0, 0, 0 from ${givenRows("one", "name text")} on conflict (name) do nothing`);
const locked =
  statement(`select name, entries, bytes, last_version as "lastVersion" from plugin_instances
  where name = any($1::text[]) order by name for update`);
const save = statement(`update plugin_instances i
  set entries = u.entries, bytes = u.bytes, last_version = u.last_version
  from ${givenRows("u", "name text, entries bigint, bytes bigint, last_version bigint")} where i.name = u.name`);
const lower =
  statement(`update plugin_instances i set entries = i.entries - u.entries, bytes = i.bytes - u.bytes
  from ${givenRows("u", "name text, entries bigint, bytes bigint")} where i.name = u.name`);

/**
 * Locks instances, and makes the missing ones. So the writes of one instance happen one after the other, on all nodes.
 * Call it after the locks of conversations and before those of entries.
 */
export async function lockInstances(
  session: Session,
  names: Iterable<string>,
): Promise<readonly InstanceRow[]> {
  const inOrder = [...new Set(names)].sort();
  session.run(insert, inOrder);
  return session.rows<InstanceRow>(locked, inOrder);
}

/** Writes what locked instances keep now. */
export function saveInstances(session: Session, rows: readonly InstanceRow[]): void {
  if (rows.length > 0)
    session.run(save, ...columns(rows, "name", "entries", "bytes", "lastVersion"));
}

/** Takes deleted entries from the counters of locked instances. */
export function lowerCounters(session: Session, freed: readonly Freed[]): void {
  if (freed.length > 0) session.run(lower, ...columns(freed, "name", "entries", "bytes"));
}
