import {
  type FoundSchema,
  missingSteps,
  type Schema,
  type SchemaVersion,
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
  const missing = missingSteps(found(connection), schemaOf(connection, steps));
  connection.script("begin immediate");
  try {
    for (const step of missing) apply(connection, step);
    connection.run("update schema set opened = opened + 1");
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
    olderTable: null,
    otherPlace: "another directory",
    refused: (refusal) => storeRefusal(path, refusal),
  };
}

function found(connection: Connection): FoundSchema {
  const tables = connection
    .all<{ name: string }>("select name from sqlite_schema where type = 'table'")
    .map(({ name }) => name);
  if (!tables.includes("schema")) return { tables, version: null };
  const text = 'select version, oldest_reader as "oldestReader" from schema';
  return { tables, version: connection.get<SchemaVersion>(text) ?? null };
}

function apply(connection: Connection, step: Migration): void {
  connection.script(step.sql);
  connection.run(
    "update schema set version = ?, oldest_reader = ?",
    step.version,
    step.oldestReader,
  );
}
