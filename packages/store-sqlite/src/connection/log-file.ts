import { closeSync, existsSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";

/** Read and written at once: a migration's log may be larger than the memory. */
const pieceBytes = 1024 * 1024;

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
    const piece = Buffer.allocUnsafe(pieceBytes);
    for (let at = 0; ;) {
      const bytes = readSync(descriptor, piece, 0, pieceBytes, at);
      if (bytes === 0) break;
      writeAll(descriptor, piece.subarray(0, bytes), at);
      at += bytes;
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function writeAll(descriptor: number, bytes: Buffer, position: number): void {
  for (let at = 0; at < bytes.length;)
    at += writeSync(descriptor, bytes, at, bytes.length - at, position + at);
}
