import { closeSync, openSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { inThread } from "./copy-thread.ts";
import { clearPending, findPending } from "../erase/compaction-counter.ts";

/** A quarter of a mebibyte: what else waits in the event loop goes on after each step. */
const pagesPerStep = 64;

// A copy of a WAL database says that it is one; then even looking at it makes files beside it. What was erased is
// cleared from it whatever its size, since nobody waits for a copy: see erased.ts. A file beside it takes its place,
// because to rewrite a file where it lies SQLite needs as much room elsewhere, which a container may not have.
const settle = `
const { closeSync, fsyncSync, openSync, renameSync } = require("node:fs");
const copy = new Sqlite(data.path, { fileMustExist: true });
copy.pragma("journal_mode = delete");
const findPending = (copy.prepare(data.findPending).pluck().get() ?? 0) !== 0;
if (findPending) {
  copy.prepare(data.clearPending).run();
  closeSync(openSync(data.path + ".clean", "wx", 0o600));
  copy.prepare("vacuum into ?").run(data.path + ".clean");
}
copy.close();
if (findPending) renameSync(data.path + ".clean", data.path);
const descriptor = openSync(data.path, "r+");
fsyncSync(descriptor);
closeSync(descriptor);
answer(true);
`;

/**
 * Copies an opened database step by step. Through the connection that writes: what it commits meanwhile is written to
 * the copy as well, so that the copy never begins anew, and holds all that was committed before its last step. Of what
 * was erased before then it holds nothing.
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
  await inThread(settle, { path, findPending, clearPending });
  signal.throwIfAborted();
  onProgress(1);
}
