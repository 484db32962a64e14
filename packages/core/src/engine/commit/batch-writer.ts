import type { Clock } from "../../ports/platform/clock.ts";
import type {
  CommitBatch,
  CommitResult,
  LeaseBudget,
  MessageStore,
} from "../../ports/stores/message-store.ts";
import { budgetForBatch, exhaustedKinds, emptyBudget } from "../dispatch/budgets.ts";
import type { GrantListener } from "../dispatch/grant.ts";
import type { LeaseBook } from "../dispatch/lease-book.ts";
import type { Observers } from "../observers.ts";
import type { StoreFailureLog } from "./store-failure-log.ts";
import { errorName } from "../error-facts.ts";
import type { StallDetector } from "../dispatch/stall-detector.ts";

/** Dependencies of `BatchWriter`. */
export interface BatchPorts {
  readonly store: MessageStore;
  readonly clock: Clock;
  readonly book: LeaseBook;
  readonly watch: StallDetector;
  readonly observers: Observers;
  readonly failureLog: StoreFailureLog;
}

/** Result of a batch. `carry` starts the attempts of the granted leases; call it when the answers may be given. */
export interface WrittenBatch {
  readonly result: CommitResult;
  readonly carry: () => void;
}

/** Writes one commit to the store. */
export class BatchWriter {
  readonly #ports: BatchPorts;
  readonly #onGrant: GrantListener;

  constructor(ports: BatchPorts, onGrant: GrantListener) {
    this.#ports = ports;
    this.#onGrant = onGrant;
  }

  /**
   * Asks for as many leases as this node has room for; from a remote store, for as many as the batch may need.
   * @throws the store's error; the batch may be stored
   */
  write(batch: CommitBatch): Promise<WrittenBatch> {
    const { store, book } = this.#ports;
    const free = book.budget(batch.settlements);
    const budget = store.isRemote === true ? budgetForBatch(batch, free) : free;
    return this.#commit(batch, budget, (result, isDoubtful) => {
      const { leases } = result;
      const granted = { leases, exhausted: exhaustedKinds(budget, leases), isDoubtful };
      return { result, carry: this.#onGrant(granted) };
    });
  }

  /**
   * Commits items that can start no lane, and asks for no leases. So concurrent calls can use all the room.
   * @throws as `write`
   */
  writeOnly(batch: CommitBatch): Promise<CommitResult> {
    return this.#commit(batch, emptyBudget(this.#ports.book.budget()), (result) => result);
  }

  async #commit<Taken>(
    batch: CommitBatch,
    budget: LeaseBudget,
    take: (result: CommitResult, isDoubtful: boolean) => Taken,
  ): Promise<Taken> {
    const { store, clock, book, watch, observers, failureLog } = this.#ports;
    const startedAt = clock.now();
    try {
      return await book.during(budget, async () => {
        const commit = () => store.commit(batch, startedAt, budget);
        const { result, hasPaused } = await watch.during(commit);
        const [appends, settlements] = [batch.appends.length, batch.settlements.length];
        const durationMs = clock.now() - startedAt;
        failureLog.succeeded();
        observers.notice({ type: "committed", appends, settlements, durationMs });
        return take(result, hasPaused);
      });
    } catch (error) {
      failureLog.failed(error);
      observers.notice({ type: "store-failed", operation: `commit: ${errorName(error)}` });
      throw error;
    }
  }
}
