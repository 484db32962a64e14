import type { Append, CommitBatch, CommitResult, LeaseBudget, Settlement } from "@parley/core";
import { isOfLocks, isOfRows } from "../connection/store-error.ts";

type Item = { readonly append: Append } | { readonly settlement: Settlement };

/** One attempt. `isPart`: it is not the whole batch. */
export type Commit = (
  batch: CommitBatch,
  budget: LeaseBudget,
  isPart: boolean,
) => Promise<CommitResult>;

/** After this many failed parts the rest is given up. Each part has waited for a lock, and answers have a deadline. */
const failureLimit = 12;

/**
 * Commits a batch as a whole. When some of its rows cannot be locked or written, it is split in halves until those rows
 * are alone. So one locked lane delays only itself, and everything else is stored in order. An append behind a locked one
 * of its lane is left out, too: the lock may have ended since. With too many locks, the remaining parts are not stored.
 * @throws an error of `commit` that does not concern rows, while nothing of the batch is stored.
 */
export async function commitInParts(
  batch: CommitBatch,
  budget: LeaseBudget,
  commit: Commit,
): Promise<CommitResult> {
  return new Parts(commit).store(itemsOf(batch), budget);
}

class Parts {
  readonly #commit: Commit;
  #isPart = false;
  #isStored = false;
  #failures = 0;
  #lastFailure: unknown = null;
  /** Lanes that have a locked append in this batch. */
  readonly #lockedLanes = new Set<string>();

  constructor(commit: Commit) {
    this.#commit = commit;
  }

  async store(items: readonly Item[], budget: LeaseBudget): Promise<CommitResult> {
    if (this.#failures >= failureLimit) return nothingOf(items, this.#lastFailure);
    const behind = items.filter((item) => this.#isBehindLocked(item));
    if (behind.length > 0) return this.#storeWithout(behind, items, budget);
    try {
      const result = await this.#commit(batchOf(items), budget, this.#isPart);
      this.#isStored = true;
      return result;
    } catch (error) {
      this.#failures += 1;
      this.#lastFailure = error;
      const isDivisible = isOfRows(error) && items.length > 1;
      if (isDivisible) return this.#storeHalves(items, budget);
      if (isOfRows(error) ? items.length === 0 : !this.#isStored) throw error;
      if (isOfLocks(error))
        for (const item of items) if ("append" in item) this.#lockedLanes.add(laneOf(item.append));
      return nothingOf(items, error);
    }
  }

  #isBehindLocked(item: Item): boolean {
    return "append" in item && this.#lockedLanes.has(laneOf(item.append));
  }

  async #storeWithout(
    behind: readonly Item[],
    items: readonly Item[],
    budget: LeaseBudget,
  ): Promise<CommitResult> {
    const none = nothingOf(behind, this.#lastFailure);
    const others = items.filter((item) => !behind.includes(item));
    if (others.length === 0) return none;
    const result = await this.store(others, budget);
    const [left, stored] = [[...none.appends], [...result.appends]];
    const appends = items
      .filter((item) => "append" in item)
      .flatMap((item) => (behind.includes(item) ? left : stored).shift() ?? []);
    return { ...result, appends };
  }

  async #storeHalves(items: readonly Item[], budget: LeaseBudget): Promise<CommitResult> {
    this.#isPart = true;
    const middle = Math.ceil(items.length / 2);
    const first = await this.store(items.slice(0, middle), budget);
    const second = await this.store(items.slice(middle), withoutLeases(budget, first));
    return {
      appends: [...first.appends, ...second.appends],
      settlements: [...first.settlements, ...second.settlements],
      leases: [...first.leases, ...second.leases],
    };
  }
}

/** Key of the lane of an append. A visitor may have no conversation yet. */
function laneOf(append: Append): string {
  return append.kind === "inbound"
    ? `${append.channelKey}\n${append.visitorKey}`
    : append.conversationId;
}

function itemsOf({ appends, settlements }: CommitBatch): readonly Item[] {
  return [
    ...settlements.map((settlement) => ({ settlement })),
    ...appends.map((append) => ({ append })),
  ];
}

function batchOf(items: readonly Item[]): CommitBatch {
  return {
    appends: items.flatMap((item) => ("append" in item ? item.append : [])),
    settlements: items.flatMap((item) => ("settlement" in item ? item.settlement : [])),
  };
}

function nothingOf(items: readonly Item[], cause: unknown): CommitResult {
  const { appends, settlements } = batchOf(items);
  return {
    appends: appends.map(() => ({ status: "unavailable", cause, isLocked: isOfLocks(cause) })),
    settlements: settlements.map(() => "unavailable"),
    leases: [],
  };
}

function withoutLeases(budget: LeaseBudget, { leases }: CommitResult): LeaseBudget {
  const left = { inbound: budget.inbound, outbound: budget.outbound, reports: budget.reports };
  for (const { lane } of leases) left[lane.kind] -= 1;
  return { ...budget, ...left };
}
