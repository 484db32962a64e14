import type { Clock } from "../../ports/platform/clock.ts";
import type { Logger } from "../../ports/platform/logger.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { RetentionStore } from "../../ports/stores/retention-store.ts";
import { waitAtMost } from "../wait-at-most.ts";
import { StoreFailureLog } from "../commit/store-failure-log.ts";

const everyMs = 60_000;
/** Entries of one step, so that no step takes long. */
const stepLimit = 200;
const failureTexts = {
  fails: "expired entries of plugins could not be deleted",
  ends: "expired entries of plugins are deleted again",
};

interface SweepPorts {
  readonly store: RetentionStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

/** Deletes expired entries of plugins once a minute. Nobody sees them before that either. */
export class EntrySweep {
  readonly #ports: SweepPorts;
  readonly #failureLog: StoreFailureLog;
  #cancel: () => void = () => {};
  #work: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(ports: SweepPorts) {
    this.#ports = ports;
    this.#failureLog = new StoreFailureLog(failureTexts, ports.logger, ports.clock);
  }

  start(): void {
    if (this.#isStopped) return;
    this.#cancel = this.#ports.timers.after(everyMs, () => {
      this.#work = this.#run().finally(() => this.start());
    });
  }

  /** Waits for the step that runs, for a while. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await waitAtMost(this.#ports.timers, timeoutMs, this.#work, undefined);
  }

  async #run(): Promise<void> {
    const { store, clock } = this.#ports;
    try {
      while (!this.#isStopped && (await store.expireEntries(clock.now(), stepLimit)) >= stepLimit);
      this.#failureLog.succeeded();
    } catch (error) {
      this.#failureLog.failed(error);
    }
  }
}
