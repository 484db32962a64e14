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
 * @throws ParleyError `store-newer`, `store-older`, `store-foreign`; SqliteError otherwise.
 */
export function migrate(connection: Connection, steps: readonly Migration[] = migrations): void {
  const latest = latestOf(steps);
  const found = schemaOf(connection);
  if (found.oldest_reader > latest) throw newerError(connection.path, found, latest);
  const oldest = steps[0]?.version ?? 0;
  if (found.version > 0 && found.version < oldest) throw olderError(connection.path, found, oldest);
  connection.script("begin immediate");
  try {
    for (const step of steps) if (step.version > found.version) apply(connection, step);
    connection.run("update schema set opened = opened + 1");
    connection.checkDurable();
    connection.script("commit");
  } catch (error) {
    if (connection.inTransaction) connection.script("rollback");
    throw error;
  }
}

/** The newest version that this package knows. */
export function latestOf(steps: readonly Migration[]): number {
  return steps.at(-1)?.version ?? 0;
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

function olderError(path: string, found: Schema, oldest: number): ParleyError {
  return new ParleyError(
    "store-older",
    `${path} has schema ${found.version}, which was never released; this gateway reads schemas from ${oldest} on: move the file away to start empty, or run the version that wrote it.`,
  );
}

function foreignError(path: string): ParleyError {
  return new ParleyError(
    "store-foreign",
    `${path} is an SQLite database of another program: choose another file name or directory.`,
  );
}
