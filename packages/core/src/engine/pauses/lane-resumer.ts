import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { PauseStore } from "../../ports/stores/pause-store.ts";
import type { StoreFailureLog } from "../commit/store-failure-log.ts";
import type { StallDetector } from "../dispatch/stall-detector.ts";
import { waitAtMost } from "../wait-at-most.ts";

const pageSize = 500;
/** Conversations that are resumed side by side. */
const batchSize = 8;
const failedMs = 1_000;
/** Stands for every conversation. No id is empty. */
const all = "";

interface LaneResumerPorts {
  /** Name of the backend whose lanes they are. */
  readonly backend: string;
  /** Names of backends that are gone, whose lanes it takes. */
  readonly standsInFor: readonly string[];
  readonly store: PauseStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly watch: Pick<StallDetector, "restart">;
  readonly failureLog: StoreFailureLog;
  /** Whether another process does the work of the store. */
  readonly isShared: boolean;
}

/** Makes paused lanes due in the store: those of single conversations, or all. Each is tried until the store takes it. */
export class LaneResumer {
  readonly #ports: LaneResumerPorts;
  readonly #onResumed: () => void;
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();
  #work: Promise<void> | null = null;
  #isStopped = false;

  /** @param onResumed lanes are due */
  constructor(ports: LaneResumerPorts, onResumed: () => void) {
    this.#ports = ports;
    this.#onResumed = onResumed;
  }

  /** `null`: the lanes of all conversations. Resolves once the store has done it: never when the node stops before. */
  resume(conversationId: string | null): Promise<void> {
    const key = conversationId ?? all;
    const asked = this.#waiting.get(key) ?? Promise.withResolvers<void>();
    this.#waiting.set(key, asked);
    this.#work ??= this.#run().finally(() => (this.#work = null));
    return asked.promise;
  }

  /** Waits for the work under way. Never rejects. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopped = true;
    await waitAtMost(this.#ports.timers, timeoutMs, this.#work ?? Promise.resolve(), undefined);
  }

  async #run(): Promise<void> {
    const { timers } = this.#ports;
    while (this.#waiting.size > 0) {
      const hasFailed = await this.#resumeWaiting();
      if (this.#isStopped) return;
      if (hasFailed) await new Promise<void>((resolve) => void timers.after(failedMs, resolve));
    }
  }

  /** Tries all of them once, so that one lane that is locked holds up no other. @returns whether one failed */
  async #resumeWaiting(): Promise<boolean> {
    const failed = new Map<string, PromiseWithResolvers<void>>();
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting].slice(0, batchSize);
      await Promise.all(
        batch.map(async ([key, asked]) => {
          this.#waiting.delete(key);
          const first = failed.get(key);
          if (await this.#isResumed(key)) asked.resolve();
          else if (first === undefined) failed.set(key, asked);
          else void first.promise.then(asked.resolve);
        }),
      );
    }
    for (const [key, asked] of failed) this.#waiting.set(key, asked);
    return failed.size > 0;
  }

  async #isResumed(key: string): Promise<boolean> {
    const { failureLog } = this.#ports;
    try {
      await (key === all ? this.#resumeAll() : this.#resumeOne(key));
      failureLog.succeeded();
      this.#onResumed();
      return true;
    } catch (error) {
      failureLog.failed(error);
      return false;
    }
  }

  async #resumeOne(conversationId: string): Promise<void> {
    const { store, clock } = this.#ports;
    for (const backend of this.#backends)
      await store.resume({ backend, conversationId }, clock.now());
  }

  async #resumeAll(): Promise<void> {
    for (const backend of this.#backends) await this.#resumeAllOf(backend);
  }

  get #backends(): readonly string[] {
    return [this.#ports.backend, ...this.#ports.standsInFor];
  }

  /** Another node may resume lanes of the same page, so only an empty page is the last. */
  async #resumeAllOf(backend: string): Promise<void> {
    const { store, clock, timers, watch, isShared } = this.#ports;
    for (let resumed = 1; resumed > 0;) {
      const called = store.resume({ backend, limit: pageSize }, clock.now());
      // A local store has worked in this turn of the event loop, which is no standstill.
      if (!isShared) watch.restart();
      resumed = await called;
      await new Promise<void>((resolve) => timers.soon(resolve));
    }
  }
}
