import { once } from "node:events";
import { stat } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { onTestFinished } from "vitest";

/** What the server does to its connection while this process stands still. */
export type Misdeed = "close" | "reset" | "speak";

/** A server on a thread of its own, so that it goes on while this thread does not. */
export interface BlockingServer {
  readonly url: string;
  /** Stands still, after sockets were read in this turn, until the server has done it to its last connection. */
  standStillUntil(misdeed: Misdeed): Promise<void>;
}

export async function openBlockingServer(): Promise<BlockingServer> {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL("blocking-server-thread.ts", import.meta.url), {
    workerData: done,
  });
  onTestFinished(() => void worker.terminate());
  const [port] = (await once(worker, "message")) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    standStillUntil: async (misdeed) => {
      await stat("/");
      Atomics.store(done, 0, 0);
      worker.postMessage(misdeed, []);
      Atomics.wait(done, 0, 0);
    },
  };
}
