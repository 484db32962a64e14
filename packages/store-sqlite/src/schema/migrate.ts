import { ParleyError } from "@parley/core";
import type { Connection } from "../connection/connection.ts";
import type { Migration } from "./migration.ts";
import { migrations } from "./migrations/all.ts";

interface Schema {
  readonly version: number;
  readonly oldest_reader: number;
}

/**
 * Migrates the file to the newest known version, in one transaction. Leaves a newer file as it is when that still
 * allows this version.
 * @throws ParleyError `store-newer`, `store-foreign`; SqliteError otherwise.
 */
export function migrate(connection: Connection, steps: readonly Migration[] = migrations): void {
  const latest = steps.length;
  const found = schemaOf(connection);
  if (found.oldest_reader > latest) throw newerError(connection.path, found, latest);
  connection.script("begin immediate");
  try {
    for (const step of steps.slice(found.version)) apply(connection, step);
    connection.run("update schema set opened = opened + 1");
    connection.checkDurable();
    connection.script("commit");
  } catch (error) {
    if (connection.inTransaction) connection.script("rollback");
    throw error;
  }
}

function schemaOf(connection: Connection): Schema {
  const tables = connection.all<{ name: string }>(
    "select name from sqlite_schema where type = 'table'",
  );
  if (tables.length === 0) return { version: 0, oldest_reader: 0 };
  if (!tables.some(({ name }) => name === "schema")) throw foreignError(connection.path);
  const schema = connection.get<Schema>("select version, oldest_reader from schema");
  if (schema === undefined) throw foreignError(connection.path);
  return schema;
}

function apply(connection: Connection, step: Migration): void {
  connection.script(step.sql);
  connection.run(
    "update schema set version = ?, oldest_reader = ?",
    step.version,
    step.oldestReader,
  );
}

function newerError(path: string, found: Schema, latest: number): ParleyError {
  return new ParleyError(
    "store-newer",
    `${path} has schema ${found.version}, which needs a gateway that reads schema ${found.oldest_reader}; this one reads ${latest}: install the newer version again.`,
  );
}

function foreignError(path: string): ParleyError {
  return new ParleyError(
    "store-foreign",
    `${path} is an SQLite database of another program: choose another file name or directory.`,
  );
}
