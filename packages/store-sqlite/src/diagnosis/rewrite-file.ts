import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { ParleyError } from "@parley/core";
import { createFile, syncDirectory } from "../connection/directory.ts";
import { rewriteLog } from "../connection/log-file.ts";
import { codeOf, isDamage, storeError } from "../connection/store-error.ts";
import { emptySearchIndex, isOfSearchIndex } from "../schema/migrations/search-tables.ts";

interface Described {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/**
 * Copies all rows of all tables into a new file, which gets new indexes, and puts it in the place of the old one. A
 * damaged index cannot be dropped, but a table can be read without it. The caller owns the file, and nobody has it open.
 * @returns where the old file is kept. @throws ParleyError `store-corrupt` when a table cannot be read whole, or that of
 * `storeError`. Then the old file is in its place.
 */
export function rewriteFile(path: string): string {
  const fresh = `${path}.repairing`;
  removeFresh(fresh);
  try {
    createFile(fresh);
    rewriteLog(path);
    copyTables(path, fresh);
    return replace(path, fresh);
  } catch (error) {
    removeFresh(fresh);
    throw storeError(error, path);
  }
}

function removeFresh(fresh: string): void {
  for (const suffix of ["", "-journal"]) rmSync(fresh + suffix, { force: true });
}

function copyTables(path: string, fresh: string): void {
  const file = new Sqlite(fresh, { fileMustExist: true });
  try {
    file.pragma("synchronous = full");
    file.prepare("attach ? as damaged").run(path);
    const all = file
      .prepare("select type, name, sql from damaged.sqlite_schema where sql is not null")
      .all() as Described[];
    const described = all.filter(
      ({ name }) => !name.startsWith("sqlite_") && !isOfSearchIndex(name),
    );
    file.exec("begin");
    for (const one of described) if (one.type === "table") copyTable(file, path, one);
    // The search index is not copied. It is filled again while the gateway runs.
    if (described.some(({ name }) => name === "search_due")) file.exec(emptySearchIndex.join(";"));
    for (const one of described) if (one.type !== "table") makeIndex(file, path, one);
    file.exec("commit");
    if (file.pragma("main.integrity_check(1)", { simple: true }) !== "ok")
      throw unreadableError(path, "the copy of its tables");
    emptyLog(file, path);
  } finally {
    file.close();
  }
}

function copyTable(file: Sqlite.Database, path: string, { name, sql }: Described): void {
  const count = (of: string): unknown =>
    file.prepare(`select count(*) from ${of}."${name}" not indexed`).pluck().get();
  reading(path, `the table ${name}`, () => {
    file.exec(sql);
    file.exec(`insert into main."${name}" select * from damaged."${name}" not indexed`);
    if (count("main") !== count("damaged")) throw unreadableError(path, `the table ${name}`);
  });
}

function makeIndex(file: Sqlite.Database, path: string, { name, sql }: Described): void {
  reading(path, `the rows of ${name}`, () => file.exec(sql));
}

/** Two rows with one key are damage too. */
function reading(path: string, what: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const code = codeOf(error);
    if (isDamage(code) || code.startsWith("SQLITE_CONSTRAINT"))
      throw unreadableError(path, what, error);
    throw error;
  }
}

/** An old log beside the new file would be read as its log. */
function emptyLog(file: Sqlite.Database, path: string): void {
  file.pragma("damaged.synchronous = full");
  const [row] = file.pragma("damaged.wal_checkpoint(truncate)") as [{ readonly busy: number }];
  if (row.busy === 0) return;
  throw new ParleyError(
    "store-failed",
    `${path} is open in another program: end it first. Nothing was changed.`,
    { retryable: true },
  );
}

/** At each moment there is a file at `path`: the old one or the new one. */
function replace(path: string, fresh: string): string {
  const descriptor = openSync(fresh, "r+");
  fsyncSync(descriptor);
  closeSync(descriptor);
  let kept = `${path}.damaged`;
  for (let number = 2; existsSync(kept); number += 1) kept = `${path}.damaged-${number}`;
  linkSync(path, kept);
  renameSync(fresh, path);
  syncDirectory(dirname(path));
  return kept;
}

/** @returns `store-corrupt`. */
export function unreadableError(path: string, what: string, cause?: unknown): ParleyError {
  return new ParleyError(
    "store-corrupt",
    `${path} cannot be repaired, since ${what} cannot be read whole: restore it from a backup. Nothing was changed.`,
    { cause },
  );
}
