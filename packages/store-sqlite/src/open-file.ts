import { closeSync, openSync } from "node:fs";
import { Connection } from "./connection.ts";
import { createFile } from "./directory.ts";
import { checkPages } from "./integrity.ts";
import { rewriteLog } from "./log-file.ts";
import { migrate } from "./migrate.ts";

/** Makes the file when it is missing, and brings it up to date. @throws ParleyError, system errors, SqliteError. */
export function openFile(path: string): Connection {
  createFile(path);
  requireWritable(path);
  rewriteLog(path);
  const connection = Connection.open(path);
  try {
    checkPages(connection);
    migrate(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Before SQLite opens it, which would make a log beside it that is read-only as well, and stays so. Whoever owns the file
 * is the only one in this process who opens it, so that closing it lets no lock go. @throws a system error.
 */
function requireWritable(path: string): void {
  closeSync(openSync(path, "r+"));
}
