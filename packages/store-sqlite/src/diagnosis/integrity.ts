import { statSync } from "node:fs";
import type { Connection } from "../connection/connection.ts";
import { corruptError } from "../connection/store-error.ts";

/** Checking all pages of a file up to this size takes about 0.1 s. Damage in larger files shows in use. */
const checkedBytes = 32 * 1024 * 1024;

/**
 * Checks every page of a small file, so that damage is reported at the start and not at a visitor's message.
 * @throws ParleyError `store-corrupt`; SqliteError `SQLITE_CORRUPT` or `SQLITE_NOTADB`.
 */
export function checkPages(connection: Connection): void {
  if (statSync(connection.path).size > checkedBytes) return;
  const found = connection.get<{ quick_check: string }>("pragma quick_check(1)");
  if (found?.quick_check === "ok") return;
  throw corruptError(connection.path);
}
