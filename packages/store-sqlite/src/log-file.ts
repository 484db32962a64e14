import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";

/**
 * Writes the write-ahead log over itself and syncs it. After a sync that failed the system takes for clean what never
 * reached the disk, and no later sync brings it there; were the log then carried into the database, or built on, a power
 * failure would find a hole in it. SQLite locks other files, so that opening this one by other means lets no lock go.
 * @throws a system error as long as the disk does not take it.
 */
export function rewriteLog(path: string): void {
  const log = `${path}-wal`;
  if (!existsSync(log)) return;
  const descriptor = openSync(log, "r+");
  try {
    const bytes = readFileSync(descriptor);
    for (let at = 0; at < bytes.length;)
      at += writeSync(descriptor, bytes, at, bytes.length - at, at);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
