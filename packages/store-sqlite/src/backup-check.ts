import { Worker } from "node:worker_threads";
import { type BackupFacts, ParleyError } from "@parley/core";

/** `main` runs in a thread of its own: a look at every page of a large file takes seconds. */
const program = `
const { parentPort, workerData } = require("node:worker_threads");
const { createRequire } = require("node:module");
const Sqlite = createRequire(workerData.from)("better-sqlite3");
const copy = new Sqlite(workerData.path, { readonly: true, fileMustExist: true });
const one = (sql) => copy.prepare(sql).pluck().get();
const sound = one("pragma integrity_check(1)") === "ok";
parentPort.postMessage(
  sound ? Object.fromEntries(Object.entries(workerData.questions).map(([fact, sql]) => [fact, one(sql)])) : null,
);
copy.close();
`;

/**
 * Opens a copy that nobody writes, looks at every page, and asks it `questions`: SQL with one value each. In a thread
 * of its own, so that the gateway keeps answering.
 * @throws ParleyError `backup-damaged`.
 */
export async function checkCopy(
  path: string,
  questions: Readonly<Record<string, string>> = {},
): Promise<BackupFacts> {
  const workerData = { path, questions, from: import.meta.url };
  const worker = new Worker(program, { eval: true, workerData, execArgv: [] });
  try {
    const facts = await new Promise<BackupFacts | null>((resolve, reject) => {
      worker.once("message", resolve).once("error", reject);
      worker.once("exit", () => reject(new Error("the thread ended without an answer")));
    });
    if (facts !== null) return facts;
  } catch (cause) {
    throw damagedError(path, cause);
  } finally {
    await worker.terminate();
  }
  throw damagedError(path);
}

function damagedError(path: string, cause?: unknown): ParleyError {
  return new ParleyError(
    "backup-damaged",
    `${path} is damaged or is no SQLite database: it cannot be restored; choose another backup.`,
    { cause },
  );
}
