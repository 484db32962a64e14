import { closeSync, fsyncSync, openSync } from "node:fs";
import Sqlite from "better-sqlite3";

/** A quarter of a mebibyte: what else waits in the event loop goes on after each step. */
const pagesPerStep = 64;

/**
 * Copies an opened database step by step. Through the connection that writes: what it commits meanwhile is written to
 * the copy as well, so that the copy never begins anew, and holds all that was committed before its last step.
 */
export async function copyDatabase(
  handle: Sqlite.Database,
  path: string,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  closeSync(openSync(path, "wx", 0o600));
  await handle.backup(path, {
    progress: ({ totalPages, remainingPages }) => {
      signal.throwIfAborted();
      onProgress(1 - remainingPages / totalPages);
      return pagesPerStep;
    },
  });
  settle(path);
  onProgress(1);
}

/** A copy of a WAL database says that it is one; then even looking at it makes files beside it. */
function settle(path: string): void {
  const copy = new Sqlite(path, { fileMustExist: true });
  try {
    copy.pragma("journal_mode = delete");
  } finally {
    copy.close();
  }
  const descriptor = openSync(path, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
