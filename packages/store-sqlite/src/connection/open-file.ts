import { closeSync, existsSync, openSync, statSync } from "node:fs";
import { ParleyError } from "@parley/core";
import { Connection } from "./connection.ts";
import { createFile } from "./directory.ts";
import { checkPages } from "../diagnosis/integrity.ts";
import { rewriteLog } from "./log-file.ts";
import { migrate } from "../schema/migrate.ts";
import { directoryError, storeError } from "./store-error.ts";

/** Makes the file when it is missing, and brings it up to date. @throws ParleyError, system errors, SqliteError. */
export function openFile(path: string): Connection {
  requireWhole(path);
  createFile(path);
  requireWritable(path);
  rewriteLog(path);
  const connection = Connection.open(path);
  try {
    checkPages(connection);
    migrate(connection);
    connection.keepUndoInMemory();
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Before SQLite opens it, which would make a log beside it that is read-only as well, and stays so. Whoever owns the file
 * is the only one in this process who opens it, so that closing it lets no lock go.
 * @throws ParleyError `store-read-only`, `store-directory`.
 */
function requireWritable(path: string): void {
  try {
    closeSync(openSync(path, "r+"));
  } catch (error) {
    const told = storeError(error, path);
    throw told.code === "store-read-only" ? told : directoryError(path, error);
  }
}

/** SQLite deletes a log that it finds beside an empty file, and what is in it. @throws ParleyError `store-moved`. */
function requireWhole(path: string): void {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (log === undefined || log.size === 0 || existsSync(path)) return;
  throw new ParleyError(
    "store-moved",
    `${path} is missing, but its write-ahead log (${path}-wal) still holds messages: put the file back beside it, or move the log away to start empty.`,
  );
}
