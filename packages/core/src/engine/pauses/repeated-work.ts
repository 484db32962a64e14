import type { Timers } from "../../ports/platform/timers.ts";
import type { StoreFailureLog } from "../commit/store-failure-log.ts";
import { waitAtMost } from "../wait-at-most.ts";

const failedMs = 1_000;

/** Work on the store, one piece after the other. Each is done again until the store takes it. */
export class RepeatedWork {
  readonly #timers: Timers;
  readonly #failureLog: StoreFailureLog;
  #last: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(timers: Timers, failureLog: StoreFailureLog) {
    this.#timers = timers;
    this.#failureLog = failureLog;
  }

  add(work: () => Promise<void>): void {
    this.#last = this.#last.then(async () => {
      while (!(await this.#isDone(work)) && !this.#isStopped) await this.#pause();
    });
  }

  /** Tries what is left once. Never rejects. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopped = true;
    await waitAtMost(this.#timers, timeoutMs, this.#last, undefined);
  }

  async #isDone(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      this.#failureLog.succeeded();
      return true;
    } catch (error) {
      this.#failureLog.failed(error);
      return false;
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => void this.#timers.after(failedMs, resolve));
  }
}
