import { closeSync, existsSync, openSync, statSync } from "node:fs";
import { ParleyError } from "@parley/core";
import { Connection } from "./connection.ts";
import { createFile } from "./directory.ts";
import { checkPages } from "../diagnosis/integrity.ts";
import { rewriteLog } from "./log-file.ts";
import { migrate } from "../schema/migrate.ts";
import { directoryError, storeError } from "./store-error.ts";

/** Creates the file when missing, and migrates it. @throws ParleyError, system errors, SqliteError. */
export function openFile(path: string, isRepair: boolean): Connection {
  requireWhole(path);
  createFile(path);
  requireWritable(path);
  rewriteLog(path);
  const connection = Connection.open(path);
  try {
    if (!isRepair) checkPages(connection);
    migrate(connection);
    connection.keepUndoInMemory();
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Runs before SQLite opens the file: SQLite would create a read-only log, which stays read-only. The owner of the file
 * is the only one in this process that opens it, so closing it releases no lock.
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

/**
 * When SQLite finds a log beside an empty file, it deletes the log with its data. @throws ParleyError `store-moved`.
 */
function requireWhole(path: string): void {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (log === undefined || log.size === 0 || existsSync(path)) return;
  throw new ParleyError(
    "store-moved",
    `${path} is missing, but its write-ahead log (${path}-wal) still holds messages: put the file back beside it, or move the log away to start empty.`,
  );
}
