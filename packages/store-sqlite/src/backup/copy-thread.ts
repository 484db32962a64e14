import { Worker } from "node:worker_threads";

/** Variables of a program: better-sqlite3, its input, and a function to answer once with a value that can be cloned. */
const prelude = `
const { parentPort, workerData: data } = require("node:worker_threads");
const { createRequire } = require("node:module");
const Sqlite = createRequire(data.from)("better-sqlite3");
const answer = (value) => parentPort.postMessage({ value });
try {
`;
/** An uncaught error of a thread loses its code. */
const end = `
} catch (error) {
  parentPort.postMessage({ failed: { message: String(error.message), code: String(error.code) } });
}
`;

interface Answer<Value> {
  readonly value: Value;
  readonly failed?: { readonly message: string; readonly code: string };
}

/**
 * Runs `program` on a copy in a separate thread, so that the gateway keeps answering. Reading all pages of a large file
 * takes seconds. The program is text, since a host may be bundled into one file.
 * @param signal ends the thread. A running statement ends first.
 * @returns its answer, once the thread has ended. @throws an error with the message and code of the program's error; the
 * reason of `signal`.
 */
export async function inThread<Value>(
  program: string,
  data: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<Value> {
  signal?.throwIfAborted();
  const workerData = { ...data, from: import.meta.url };
  const worker = new Worker(prelude + program + end, { eval: true, workerData, execArgv: [] });
  try {
    const { value, failed } = await new Promise<Answer<Value>>((resolve, reject) => {
      worker.once("message", resolve).once("error", reject);
      worker.once("exit", () => reject(new Error("the thread ended without an answer")));
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    if (failed !== undefined) throw Object.assign(new Error(failed.message), { code: failed.code });
    return value;
  } finally {
    await worker.terminate();
  }
}
