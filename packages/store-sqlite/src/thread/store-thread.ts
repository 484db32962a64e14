import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { ParleyError } from "@parley/core";
import type { DatabasePlace } from "../database.ts";
import type { OpenedPorts } from "../opened-ports.ts";
import { type Abort, type Answer, type Call, closing, type Unopened } from "./calls.ts";
import { errorAgain } from "./carried-error.ts";

/** Run from source the thread's own imports must be sources too. */
const isSource = import.meta.url.endsWith(".ts");
const program = new URL(`./store-worker.${isSource ? "ts" : "js"}`, import.meta.url);
const execArgv = isSource ? ["--conditions=@parley/source"] : [];

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: (fraction: number) => void;
  readonly isText: boolean;
}

/**
 * The database in a thread of its own: while it writes and syncs, this one goes on reading requests. Calls are run in
 * the order in which they were made. A thread that broke is followed by another at the next call.
 */
export class StoreThread {
  readonly #place: DatabasePlace;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #number = 0;
  #closed = false;

  private constructor(place: DatabasePlace) {
    this.#place = place;
  }

  /** @throws ParleyError of `Database.open`. */
  static async open(place: DatabasePlace): Promise<StoreThread> {
    const thread = new StoreThread(place);
    await thread.call("channels", "list", []);
    return thread;
  }

  /**
   * Calls a method of a port. `isText`: the first value and the answer go through as JSON texts.
   * @throws what it throws, the reason of a signal among its values, and `store-failed` when the thread ends under it.
   */
  call(
    port: keyof OpenedPorts,
    method: string,
    values: readonly unknown[],
    isText = false,
  ): Promise<unknown> {
    if (this.#closed) return Promise.reject(this.#failed("store-closed", "has been closed"));
    const { sent, signal, onProgress } = sendable(values, isText);
    const call = { port, method, isText, ...sent };
    if (signal === undefined) return this.#run(call, onProgress).answer;
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    const { answer, abort } = this.#run(call, onProgress);
    signal.addEventListener("abort", abort, { once: true });
    return answer
      .catch((error: unknown) => {
        throw signal.aborted ? signal.reason : error;
      })
      .finally(() => signal.removeEventListener("abort", abort));
  }

  /** After the calls that were made before it. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const worker = this.#worker;
    if (worker === null) return;
    const ended = once(worker, "exit");
    worker.ref();
    worker.postMessage(closing);
    await ended;
  }

  #run(call: Omit<Call, "number">, onProgress: (fraction: number) => void) {
    const worker = (this.#worker ??= this.#start());
    this.#number += 1;
    const number = this.#number;
    const answer = new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) worker.ref();
      this.#waiting.set(number, { resolve, reject, onProgress, isText: call.isText });
      worker.postMessage({ number, ...call } satisfies Call);
    });
    return { answer, abort: () => worker.postMessage({ abort: number } satisfies Abort) };
  }

  #start(): Worker {
    const worker = new Worker(program, { workerData: this.#place, execArgv });
    worker.on("message", (message: Answer | Unopened) => {
      if ("unopened" in message) this.#end(worker, errorAgain(message.unopened));
      else this.#hear(worker, message);
    });
    worker.on("error", (cause) => this.#end(worker, this.#failed("store-failed", "broke", cause)));
    worker.on("exit", () => this.#end(worker, this.#failed("store-failed", "has ended")));
    return worker;
  }

  #hear(worker: Worker, answer: Answer): void {
    const waiting = this.#waiting.get(answer.number);
    if (waiting === undefined) return;
    if ("progress" in answer) return waiting.onProgress(answer.progress);
    this.#waiting.delete(answer.number);
    if (this.#waiting.size === 0) worker.unref();
    if ("error" in answer) waiting.reject(errorAgain(answer.error));
    else waiting.resolve(waiting.isText ? JSON.parse(answer.value as string) : answer.value);
  }

  /** Whatever waits for a thread that is gone fails: it is perhaps stored. */
  #end(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }

  #failed(code: string, what: string, cause?: unknown): ParleyError {
    const path = `${this.#place.directory}/${this.#place.fileName}`;
    const options = { retryable: code === "store-failed", cause };
    return new ParleyError(code, `${path} ${what}.`, options);
  }
}

/** What another thread can be sent of a call, and what stays here. */
function sendable(values: readonly unknown[], isText: boolean) {
  const signalAt = values.findIndex((value) => value instanceof AbortSignal);
  const progressAt = values.findIndex((value) => typeof value === "function");
  const sent = values.map((value, at) => {
    if (at === signalAt || at === progressAt) return null;
    return isText && at === 0 ? JSON.stringify(value) : value;
  });
  return {
    sent: { values: sent, signalAt, progressAt },
    signal: values[signalAt] as AbortSignal | undefined,
    onProgress: (values[progressAt] ?? ignore) as (fraction: number) => void,
  };
}

function ignore(): void {}
