import { Worker } from "node:worker_threads";

/** What a program finds: better-sqlite3, what it was given, and the way to answer, once, with what can be cloned. */
const prelude = `
const { parentPort, workerData: data } = require("node:worker_threads");
const { createRequire } = require("node:module");
const Sqlite = createRequire(data.from)("better-sqlite3");
const answer = (value) => parentPort.postMessage({ value });
try {
`;
/** An error that leaves a thread by itself loses its code. */
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
 * Runs `program` on a copy in a thread of its own, so that the gateway keeps answering: what goes through every page of a
 * large file takes seconds. It is text, since a host may have bundled this file.
 * @returns what it answered. @throws an error with the message and the code of what it threw.
 */
export async function inThread<Value>(
  program: string,
  data: Readonly<Record<string, unknown>>,
): Promise<Value> {
  const workerData = { ...data, from: import.meta.url };
  const worker = new Worker(prelude + program + end, { eval: true, workerData, execArgv: [] });
  try {
    const { value, failed } = await new Promise<Answer<Value>>((resolve, reject) => {
      worker.once("message", resolve).once("error", reject);
      worker.once("exit", () => reject(new Error("the thread ended without an answer")));
    });
    if (failed !== undefined) throw Object.assign(new Error(failed.message), { code: failed.code });
    return value;
  } finally {
    await worker.terminate();
  }
}
