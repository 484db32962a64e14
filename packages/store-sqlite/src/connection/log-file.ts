import { closeSync, existsSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";

/** Size of one read and write. A migration's log may not fit into memory. */
const pieceBytes = 1024 * 1024;

/**
 * Rewrites the write-ahead log in place and syncs it. After a failed sync the system treats unwritten pages as clean,
 * and no later sync writes them. A checkpoint or a new commit on such a log could lose data in a power failure.
 * SQLite's locks are on other files, so opening this one releases none.
 * @throws a system error while the disk does not accept it.
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
