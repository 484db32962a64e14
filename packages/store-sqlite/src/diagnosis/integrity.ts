import { statSync } from "node:fs";
import type { Connection } from "../connection/connection.ts";
import { corruptError } from "../connection/store-error.ts";

/** Up to this size a look at every page costs less than a tenth of a second or so; larger files are found out in use. */
const checkedBytes = 32 * 1024 * 1024;

/**
 * Looks at every page of a small file, so that damage is told at the start and not to the visitor who meets it.
 * @throws ParleyError `store-corrupt`; SqliteError `SQLITE_CORRUPT` or `SQLITE_NOTADB`.
 */
export function checkPages(connection: Connection): void {
  if (statSync(connection.path).size > checkedBytes) return;
  const found = connection.get<{ quick_check: string }>("pragma quick_check(1)");
  if (found?.quick_check === "ok") return;
  throw corruptError(connection.path);
}
