import {
  type FoundSchema,
  missingSteps,
  readVersion,
  type Schema,
  type SchemaVersion,
  scriptOf,
  storeRefusal,
  versionTable,
} from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { Migration } from "./migration.ts";
import { migrations } from "./migrations/all.ts";

const olderTable = "channel_keys";

/**
 * Migrates the file to the newest known version, in one transaction. Leaves a newer file as it is when that still
 * allows this version.
 * @throws ParleyError `store-newer`, `store-older`, `store-foreign`; SqliteError otherwise.
 */
export function migrate(connection: Connection, steps: readonly Migration[] = migrations): void {
  const found = foundIn(connection);
  const missing = missingSteps(found, schemaOf(connection, steps));
  connection.script("begin immediate");
  try {
    connection.script(scriptOf(missing, found.tables.length === 0));
    connection.run("update counters set value = value + 1 where name = 'opened'");
    connection.checkDurable();
    connection.script("commit");
  } catch (error) {
    if (connection.inTransaction) connection.script("rollback");
    throw error;
  }
}

/** Refuses the files that `migrate` refuses. @returns the steps that a file still needs. @throws as `migrate`. */
export function requireKnown(connection: Connection): readonly Migration[] {
  return missingSteps(foundIn(connection), schemaOf(connection, migrations));
}

/** Refuses a file that is not migrated yet. @throws as `migrate`. */
export function requireCurrent(connection: Connection): void {
  if (requireKnown(connection).length === 0) return;
  throw storeRefusal(connection.path, {
    reason: "older",
    explanation: "is empty, or has an older schema: start the gateway once, which makes its tables",
  });
}

/** Refuses a file of an earlier Parley. @throws ParleyError `store-older`. */
export function refuseOlder(path: string): void {
  missingSteps({ tables: [olderTable], version: null }, schemaOf({ path }, migrations));
}

function schemaOf(
  { path }: Pick<Connection, "path">,
  steps: readonly Migration[],
): Schema<Migration> {
  return {
    steps,
    olderTable,
    otherPlace: "another directory",
    refused: (refusal) => storeRefusal(path, refusal),
  };
}

function foundIn(connection: Connection): FoundSchema {
  const tables = connection
    .all<{ name: string }>("select name from sqlite_schema where type = 'table'")
    .map(({ name }) => name);
  const version = tables.includes(versionTable)
    ? connection.get<SchemaVersion>(readVersion)
    : undefined;
  return { tables, version: version ?? null };
}
