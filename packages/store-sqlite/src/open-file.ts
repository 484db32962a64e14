import { Connection } from "./connection.ts";
import { createFile } from "./directory.ts";
import { checkPages } from "./integrity.ts";
import { rewriteLog } from "./log-file.ts";
import { migrate } from "./migrate.ts";

/** Makes the file when it is missing, and brings it up to date. @throws ParleyError, system errors, SqliteError. */
export function openFile(path: string): Connection {
  createFile(path);
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
