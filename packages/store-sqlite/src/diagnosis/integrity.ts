import { statSync } from "node:fs";
import type { Connection } from "../connection/connection.ts";
import { codeOf, corruptError, isDamage } from "../connection/store-error.ts";

/** Checking all pages of a file up to this size takes about 0.1 s. Damage in larger files shows in use. */
const checkedBytes = 32 * 1024 * 1024;

/**
 * Checks every page of a small file, so that damage is reported at the start and not at a visitor's message.
 * @throws ParleyError `store-corrupt`; SqliteError `SQLITE_CORRUPT` or `SQLITE_NOTADB`.
 */
export function checkPages(connection: Connection): void {
  if (statSync(connection.path).size > checkedBytes) return;
  const found = connection.get<{ quick_check: string }>("pragma quick_check(1)");
  if (found?.quick_check !== "ok") throw corruptError(connection.path);
}

/** How many faults SQLite finds in pages and indexes; 1 when a damaged page ends its search. */
export function countFileFaults(connection: Connection): number {
  try {
    const found = connection.all<{ integrity_check: string }>("pragma integrity_check");
    return found.filter((row) => row.integrity_check !== "ok").length;
  } catch (error) {
    if (isDamage(codeOf(error))) return 1;
    throw error;
  }
}

/**
 * Reads every row of every table, without an index.
 * @throws SqliteError `SQLITE_CORRUPT` when a row cannot be read.
 */
export function readTables(connection: Connection): void {
  const tables = connection.all<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
  );
  for (const { name } of tables) connection.readThrough(`select * from "${name}" not indexed`);
}
