import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { type Logger, ParleyError, type Random } from "@parley/core";
import { sql } from "kysely";
import { openBetterAuth } from "../sign-in/better-auth.ts";
import type { ConsoleDatabase, Queries } from "./console-database.ts";
import { columnsOf, type MovedColumn, type Row, sameIn, tableNames } from "./moved-tables.ts";
import { openPostgresConsole, type PostgresConsoleOptions } from "./postgres-console.ts";
import { describePlace, openingError, poolConfigOf } from "./postgres-connection.ts";
import { consoleFileIn, openSqliteConsole } from "./sqlite-console.ts";

/** Source and target of a move of the console's accounts. */
export interface ConsoleMove extends PostgresConsoleOptions {
  /** Directory of `console.db`. No gateway may run on it. */
  readonly directory: string;
  readonly random: Random;
  readonly logger: Logger;
}

/** One moved table. Both sides hold the same rows. */
export interface MovedTable {
  readonly name: string;
  readonly rows: number;
  /** Whether an earlier move had copied it. Then both sides were only compared. */
  readonly wasMoved: boolean;
  /** 64 hex digits; equal for equal rows in any order. */
  readonly digest: string;
}

/** Values of one statement. PostgreSQL takes 65,535. */
const parametersLimit = 10_000;
/** Any origin works: the move serves no requests. */
const origin = "http://localhost";

/**
 * Moves accounts, passwords, sessions, open links, presence and the cookie secret to PostgreSQL. It uses one
 * transaction and compares both sides afterwards. Tables that an earlier move copied are only compared.
 * @returns `null` when there is no `console.db`
 * @throws ParleyError `console-database-unusable`; `move-not-empty` when the target holds other accounts, or has
 * changed since an earlier move
 */
export async function moveConsole(move: ConsoleMove): Promise<readonly MovedTable[] | null> {
  if (!existsSync(consoleFileIn(move.directory))) return null;
  try {
    return await moveTables(move);
  } catch (cause) {
    const { connection, schema = "parley_console" } = move;
    throw openingError(cause, describePlace(poolConfigOf(connection, schema)));
  }
}

async function moveTables(move: ConsoleMove): Promise<readonly MovedTable[]> {
  const source = openSqliteConsole(move.directory, move.random);
  try {
    const target = await openPostgresConsole(move, move.random);
    try {
      return await moveBetween(source, target, move.logger);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function moveBetween(
  source: ConsoleDatabase,
  target: ConsoleDatabase,
  logger: Logger,
): Promise<readonly MovedTable[]> {
  for (const database of [source, target]) await openBetterAuth(database, origin, logger);
  const names = await tableNames(source.queries);
  return target.runExclusively(async (queries) => {
    const wasMoved = !(await isEmpty(queries));
    if (!wasMoved) for (const name of names) await copy(source.queries, queries, name);
    const tables: MovedTable[] = [];
    for (const name of names) tables.push({ ...(await compared(source, queries, name)), wasMoved });
    return tables;
  });
}

/** A console that was opened without an account has created only its secret. */
async function isEmpty(queries: Queries): Promise<boolean> {
  const { rows } = await sql`select 1 from "user" limit 1`.execute(queries);
  return rows.length === 0;
}

async function copy(source: Queries, target: Queries, name: string): Promise<void> {
  const columns = await columnsOf(target, name);
  const names = sql.join(columns.map(({ name: column }) => sql.ref(column)));
  await sql`delete from ${sql.table(name)}`.execute(target);
  const rows = (await rowsOf(source, name)).map(
    (row) => sql`(${sql.join(sameIn(columns, row).map((value) => sql`${value}`))})`,
  );
  const count = Math.floor(parametersLimit / columns.length);
  for (let at = 0; at < rows.length; at += count) {
    const values = sql.join(rows.slice(at, at + count));
    await sql`insert into ${sql.table(name)} (${names}) values ${values}`.execute(target);
  }
}

async function compared(
  source: ConsoleDatabase,
  target: Queries,
  name: string,
): Promise<Omit<MovedTable, "wasMoved">> {
  const columns = await columnsOf(target, name);
  const [rows, others] = [await rowsOf(source.queries, name), await rowsOf(target, name)];
  const digest = digestOf(columns, rows);
  if (digest === digestOf(columns, others)) return { name, rows: rows.length, digest };
  throw differentError(await hasSecret(target, source.secret), name);
}

/** Every console creates its own secret. An equal secret means that this console was moved before. */
async function hasSecret(queries: Queries, secret: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from setting where name = 'secret' and value = ${secret}`.execute(queries);
  return rows.length > 0;
}

function differentError(isSameConsole: boolean, name: string): ParleyError {
  const why = isSameConsole
    ? `The console was already moved there, and one of the two has changed since: their ${name} tables differ. Nothing of the console was changed.`
    : "The console's schema holds the accounts of another console: choose another schema. Nothing of the console was changed.";
  return new ParleyError("move-not-empty", why);
}

function digestOf(columns: readonly MovedColumn[], rows: readonly Row[]): string {
  const texts = rows.map((row) => JSON.stringify(sameIn(columns, row)));
  return createHash("sha256").update(texts.toSorted().join("\n")).digest("hex");
}

async function rowsOf(queries: Queries, name: string): Promise<readonly Row[]> {
  return (await sql<Row>`select * from ${sql.table(name)}`.execute(queries)).rows;
}
