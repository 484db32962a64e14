import type { Clock } from "../../ports/platform/clock.ts";
import type {
  CommitBatch,
  CommitResult,
  LeaseBudget,
  MessageStore,
  Settlement,
} from "../../ports/stores/message-store.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { Bounds } from "../bounds.ts";
import { isEmptyBudget } from "../dispatch/lane-group.ts";
import type { Grant, LeaseBook } from "../dispatch/lease-book.ts";
import type { StallDetector } from "../dispatch/stall-detector.ts";
import { errorName } from "../error-facts.ts";
import type { Observers } from "../observers.ts";
import { unavailable } from "./batcher.ts";
import type { StoreFailureLog } from "./store-failure-log.ts";

/** Dependencies of a commit queue and of its parts. */
export interface CommitQueuePorts {
  readonly store: MessageStore;
  readonly clock: Clock;
  readonly book: LeaseBook;
  readonly watch: StallDetector;
  readonly observers: Observers;
  readonly failureLog: StoreFailureLog;
  readonly timers: Timers;
  readonly bounds: Bounds;
}

/** Results of a commit. The answers come first; then `LeaseBook.carry` gets the grant. */
export interface Committed {
  readonly result: CommitResult;
  readonly grant: Grant;
}

/**
 * The calls to the message store. Each reserves room for the leases that it may bring, and books those that it brought.
 * Leases of a call that outlasted a standstill of the process are booked as dropped.
 */
export class StoreCalls {
  readonly #ports: CommitQueuePorts;
  readonly #onCalled: () => void;
  #last: Promise<unknown> = Promise.resolve();

  /** @param onCalled runs in the turn of each call, once the store has it */
  constructor(ports: CommitQueuePorts, onCalled: () => void) {
    this.#ports = ports;
    this.#onCalled = onCalled;
  }

  /** Runs `work` when all earlier work has ended, so that calls that touch one lane take effect in call order. */
  inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = this.#last.then(work);
    this.#last = run.catch(() => {});
    return run;
  }

  /** @throws the store's error; the batch may be stored */
  async commit(batch: CommitBatch, budget: LeaseBudget): Promise<Committed> {
    const { store, clock, book, watch, observers, failureLog } = this.#ports;
    const startedAt = clock.now();
    const standstills = this.#begin(budget);
    try {
      const called = store.commit(batch, startedAt, budget);
      this.#onCalled();
      const result = await called;
      watch.check();
      failureLog.succeeded();
      const [appends, settlements] = [batch.appends.length, batch.settlements.length];
      const durationMs = clock.now() - startedAt;
      observers.notice({ type: "committed", appends, settlements, durationMs });
      return { result, grant: book.take(result.leases, budget, watch.standstills !== standstills) };
    } catch (error) {
      failureLog.failed(error);
      observers.notice({ type: "store-failed", operation: `commit: ${errorName(error)}` });
      throw error;
    } finally {
      book.unreserve(budget);
    }
  }

  /** Commits one verdict. @throws ParleyError `store-unavailable` */
  async settle(settlement: Settlement, budget: LeaseBudget): Promise<"settled" | "stale"> {
    const { result, grant } = await this.commit({ appends: [], settlements: [settlement] }, budget);
    this.#ports.book.carry(grant);
    const [answer = "stale"] = result.settlements;
    if (answer === "unavailable") throw unavailable(new Error("the verdict was left out"));
    return answer;
  }

  /** Whether the store can write now. Never rejects. */
  canWrite(): Promise<boolean> {
    const nothing = { appends: [], settlements: [] };
    return this.commit(nothing, this.#ports.book.emptyBudget()).then(
      () => true,
      () => false,
    );
  }

  /** Claims due lanes and hands their leases over. Asks nothing without room for any. @throws the store's error */
  async claim(budget: LeaseBudget): Promise<void> {
    const { store, clock, book, watch } = this.#ports;
    if (isEmptyBudget(budget))
      // More lanes may be due. The end of a current lease wakes the dispatcher.
      return book.carry(book.take([], budget, false, "claim"));
    const standstills = this.#begin(budget);
    let grant: Grant;
    try {
      const called = store.claim(clock.now(), budget);
      this.#onCalled();
      const leases = await called;
      watch.check();
      grant = book.take(leases, budget, watch.standstills !== standstills, "claim");
    } finally {
      book.unreserve(budget);
    }
    book.carry(grant);
  }

  /** @throws the store's error */
  release(scope: "own" | "dead"): Promise<void> {
    const { store, clock, book } = this.#ports;
    return store.release({ owner: book.owner, scope }, clock.now());
  }

  /** Returns the number of standstills before the call. */
  #begin(budget: LeaseBudget): number {
    const { book, watch } = this.#ports;
    watch.check();
    book.reserve(budget);
    return watch.standstills;
  }
}
