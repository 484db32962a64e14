import {
  type FoundSchema,
  missingSteps,
  readVersion,
  type Schema,
  type SchemaVersion,
  scriptOf,
  storeRefusal,
} from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { Migration } from "./migration.ts";
import { migrations } from "./migrations/all.ts";

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

function schemaOf({ path }: Connection, steps: readonly Migration[]): Schema<Migration> {
  return {
    steps,
    olderTable: "schema",
    otherPlace: "another directory",
    refused: (refusal) => storeRefusal(path, refusal),
  };
}

function foundIn(connection: Connection): FoundSchema {
  const tables = connection
    .all<{ name: string }>("select name from sqlite_schema where type = 'table'")
    .map(({ name }) => name);
  const version = tables.includes("schema_version")
    ? connection.get<SchemaVersion>(readVersion)
    : undefined;
  return { tables, version: version ?? null };
}
