import type { Clock } from "../../ports/platform/clock.ts";
import type { Logger } from "../../ports/platform/logger.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { Search } from "../../ports/services/search.ts";
import type { Page, PageRequest } from "../../ports/stores/conversation-store.ts";
import type { IndexStep, SearchHit, SearchStore } from "../../ports/stores/search-store.ts";
import { StoreFailureLog } from "../commit/store-failure-log.ts";

/** Messages of one step: few, since a step in this process holds up everything else. */
const stepLimit = 16;
/** Pause when everything is indexed. */
const idleMs = 1_000;
/** Pause after a failure. */
const failureMs = 5_000;
/** Pauses are this many times as long as the work before them, so that the index gets 5 % of the time. */
const pausePerWork = 19;
const shortestPauseMs = 5;

const failureTexts = {
  fails: "new messages could not be added to the search index",
  ends: "new messages are added to the search index again",
};

/** The ports of `SearchService`. */
export interface SearchPorts {
  readonly store: SearchStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

/** Searches, and keeps the index up from `start` to `stop`. */
export class SearchService implements Search {
  readonly #ports: SearchPorts;
  readonly #failureLog: StoreFailureLog;
  #cancel: (() => void) | null = null;
  #step: Promise<void> = Promise.resolve();
  /** Halved by every failure, one more after every success: long messages may take longer than the store allows. */
  #limit = stepLimit;
  #isStopped = false;

  constructor(ports: SearchPorts) {
    this.#ports = ports;
    this.#failureLog = new StoreFailureLog(failureTexts, ports.logger, ports.clock);
  }

  find(text: string, page: PageRequest): Promise<Page<SearchHit>> {
    return this.#ports.store.find(text, page);
  }

  start(): void {
    this.#schedule(idleMs);
  }

  /** Waits for the step that runs. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel?.();
    await this.#step;
  }

  #schedule(delayMs: number): void {
    if (this.#isStopped) return;
    this.#cancel = this.#ports.timers.after(delayMs, () => {
      this.#step = this.#run();
    });
  }

  async #run(): Promise<void> {
    const { store, clock } = this.#ports;
    const startedAt = clock.now();
    try {
      const step = await store.index(startedAt, this.#limit);
      this.#limit = Math.min(stepLimit, this.#limit + 1);
      this.#failureLog.succeeded();
      this.#schedule(pauseAfter(step, clock.now() - startedAt));
    } catch (error) {
      this.#limit = Math.max(1, Math.floor(this.#limit / 2));
      this.#failureLog.failed(error);
      this.#schedule(failureMs);
    }
  }
}

function pauseAfter({ isCaughtUp }: IndexStep, tookMs: number): number {
  return isCaughtUp ? idleMs : Math.max(shortestPauseMs, pausePerWork * tookMs);
}
