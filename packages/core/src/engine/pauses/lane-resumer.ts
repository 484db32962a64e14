import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { PauseStore } from "../../ports/stores/pause-store.ts";
import type { StoreFailureLog } from "../commit/store-failure-log.ts";
import type { StallDetector } from "../dispatch/stall-detector.ts";
import { waitAtMost } from "../wait-at-most.ts";

const pageSize = 500;
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
  readonly #waiting = new Set<string>();
  #work: Promise<void> | null = null;
  #isStopped = false;

  /** @param onResumed lanes are due */
  constructor(ports: LaneResumerPorts, onResumed: () => void) {
    this.#ports = ports;
    this.#onResumed = onResumed;
  }

  /** `null`: the lanes of all conversations. */
  resume(conversationId: string | null): void {
    this.#waiting.add(conversationId ?? all);
    this.#work ??= this.#run().finally(() => (this.#work = null));
  }

  /** Waits for the work under way. Never rejects. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopped = true;
    await waitAtMost(this.#ports.timers, timeoutMs, this.#work ?? Promise.resolve(), undefined);
  }

  async #run(): Promise<void> {
    const { timers } = this.#ports;
    while (this.#waiting.size > 0) {
      const failed = await this.#resumeWaiting();
      for (const one of failed) this.#waiting.add(one);
      if (this.#isStopped) return;
      if (failed.length > 0)
        await new Promise<void>((resolve) => void timers.after(failedMs, resolve));
    }
  }

  /** Tries all of them once, so that one lane that is locked holds up no other. @returns those that failed */
  async #resumeWaiting(): Promise<readonly string[]> {
    const { failureLog } = this.#ports;
    const failed: string[] = [];
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      this.#waiting.delete(next);
      try {
        await (next === all ? this.#resumeAll() : this.#resumeOne(next));
        failureLog.succeeded();
        this.#onResumed();
      } catch (error) {
        failureLog.failed(error);
        failed.push(next);
      }
    }
    return failed;
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
