import { closeSync, openSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { inThread } from "./copy-thread.ts";
import { clearPending, findPending } from "../erase/compaction-counter.ts";

/** 256 KiB. Other work in the event loop continues after each step. */
const pagesPerStep = 64;

// A copy of a WAL database is in WAL mode too. Opening it would create files beside it. Erased data is cleared from a
// copy of any size, since nobody waits for it: see pending-compaction.ts. A new file replaces the copy: rewriting in place needs as
// much temporary space, which a container may not have.
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
 * Copies an open database step by step, through the connection that writes. So each commit goes to the copy as well,
 * and the copy never restarts. It contains everything committed before its last step, and nothing that was erased
 * before then.
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
