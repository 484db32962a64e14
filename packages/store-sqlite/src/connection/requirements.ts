import { ParleyError } from "@parley/core";

/** The first SQLite without the WAL-reset corruption bug. */
export const oldestSqlite = "3.51.3";

/**
 * @param version result of `select sqlite_version()`.
 * @throws ParleyError `store-sqlite-too-old`.
 */
export function requireVersion(version: string): void {
  if (!isOlder(numbersOf(version), numbersOf(oldestSqlite))) return;
  throw new ParleyError(
    "store-sqlite-too-old",
    `SQLite ${version} can corrupt a database in WAL mode: install a better-sqlite3 that includes SQLite ${oldestSqlite} or newer.`,
  );
}

/**
 * @param level result of `pragma synchronous` after a write: 2 is FULL, 3 EXTRA. better-sqlite3 is compiled so that WAL
 * falls back to NORMAL (1) at the first access. NORMAL would lose acknowledged messages in a power failure.
 * @throws ParleyError `store-not-durable`.
 */
export function requireFull(level: number, path: string): void {
  if (level >= 2) return;
  throw new ParleyError(
    "store-not-durable",
    `${path} is not written durably (synchronous is ${level}, FULL is 2): a power failure could lose accepted messages.`,
  );
}

/**
 * @param mode result of `pragma journal_mode = wal`.
 * @throws ParleyError `store-not-durable`.
 */
export function requireWal(mode: string, path: string): void {
  if (mode === "wal") return;
  throw new ParleyError(
    "store-not-durable",
    `${path} cannot use WAL mode (its journal mode is ${mode}): use a local file system that supports shared memory.`,
  );
}

function numbersOf(version: string): readonly number[] {
  return version.split(".").map(Number);
}

function isOlder(left: readonly number[], right: readonly number[]): boolean {
  for (const [index, wanted] of right.entries()) {
    const found = left[index] ?? 0;
    if (found !== wanted) return !(found > wanted);
  }
  return false;
}
