import { versionTable } from "@parley/core/sql-store";
import { sql } from "kysely";
import type { Queries } from "./console-database.ts";

/** A row of any table, by column name. */
export type Row = Readonly<Record<string, unknown>>;

/** A column of the target, and how to write a value of the file into it. */
export interface MovedColumn {
  readonly name: string;
  toTarget(value: unknown): unknown;
}

/** Referenced by other tables, so it comes first. */
const firstTable = "user";

/** All tables of the file with data to move. */
export async function tableNames(queries: Queries): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly name: string }>`select name from sqlite_schema
    where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name <> ${versionTable} order by name <> ${firstTable}, name`.execute(
    queries,
  );
  return rows.map(({ name }) => name);
}

/** Columns of a PostgreSQL table. @throws Error when the table is missing */
export async function columnsOf(queries: Queries, table: string): Promise<readonly MovedColumn[]> {
  const { rows } = await sql<{ readonly name: string; readonly type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} order by column_name`.execute(
    queries,
  );
  if (rows.length === 0) throw new Error(`the console knows no table ${table}`);
  return rows.map(({ name, type }) => ({ name, toTarget: writerFor(type) }));
}

/** A row's values in a form that is equal on both sides. */
export function sameIn(columns: readonly MovedColumn[], row: Row): readonly unknown[] {
  return columns.map(({ name, toTarget }) => toTarget(row[name]));
}

/** SQLite has no booleans and no dates. It stores numbers and texts. */
function writerFor(type: string): (value: unknown) => unknown {
  const write = writers.find(([prefix]) => type.startsWith(prefix))?.[1] ?? writable;
  return (value) => (value === null || value === undefined ? null : write(value));
}

/** PostgreSQL cannot store NUL in a text. A SQLite file may contain it in names from older versions. */
function writable(value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value;
}

const writers: readonly (readonly [prefix: string, write: (value: unknown) => unknown])[] = [
  ["boolean", Boolean],
  ["timestamp", (value) => new Date(value as string | Date)],
];
