import type {
  Append,
  AppendResult,
  CommitBatch,
  CommitResult,
  Lease,
  LeaseBudget,
  Settlement,
  StateBatch,
  WriteAnswer,
} from "@parley/core";
import { laneKeyOf } from "@parley/core/sql-store";
import { isOfLocks, isOfRows } from "../connection/store-error.ts";

type Item = { readonly append: Append } | { readonly settlement: Settlement };
type Answer = AppendResult | CommitResult["settlements"][number];

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
 * are alone. So one locked lane delays only itself, and everything else is stored in order. With too many locks, the
 * remaining parts are not stored. What plugins write is not split: it goes with the whole batch, or after all its parts.
 * @throws an error of `commit` that does not concern rows, while nothing of the batch is stored; any error that keeps
 * plugins' writes from being stored.
 */
export async function commitInParts(
  batch: CommitBatch,
  budget: LeaseBudget,
  commit: Commit,
): Promise<CommitResult> {
  const items = itemsOf(batch);
  const parts = new Parts(commit, budget, batch.states ?? []);
  await parts.store(items);
  if (parts.hasStates) await parts.writeStates();
  return parts.result(items);
}

class Parts {
  readonly #commit: Commit;
  readonly #budget: LeaseBudget;
  readonly #answers = new Map<Item, Answer>();
  readonly #leases: Lease[] = [];
  readonly #states: readonly StateBatch[];
  readonly #written: WriteAnswer[] = [];
  /** Lanes with an append that was answered `isLocked`, and the error. */
  readonly #locked = new Map<string, unknown>();
  #isPart = false;
  #isStored = false;
  #failures = 0;
  #lastFailure: unknown = null;

  constructor(commit: Commit, budget: LeaseBudget, states: readonly StateBatch[]) {
    this.#commit = commit;
    this.#budget = budget;
    this.#states = states;
  }

  /** Whether plugins' writes are still to be stored. */
  get hasStates(): boolean {
    return this.#written.length < this.#states.length;
  }

  async store(all: readonly Item[]): Promise<void> {
    const items = this.#withoutFollowers(all);
    if (this.#isPart && items.length === 0) return;
    if (this.#failures >= failureLimit) return this.#refuse(items, this.#lastFailure);
    try {
      const left = withoutLeases(this.#budget, this.#leases);
      const states = this.#isPart ? [] : this.#states;
      this.#keep(items, await this.#commit(batchOf(items, states), left, this.#isPart));
    } catch (error) {
      this.#failures += 1;
      this.#lastFailure = error;
      const isWithStates = !this.#isPart && this.hasStates;
      const isDivisible = isOfRows(error) && items.length > (isWithStates ? 0 : 1);
      if (isDivisible) return this.#storeHalves(items);
      if (isOfRows(error) ? items.length === 0 : !this.#isStored) throw error;
      this.#refuse(items, error);
    }
  }

  /** In a transaction of its own. @throws when they cannot be stored */
  async writeStates(): Promise<void> {
    const left = withoutLeases(this.#budget, this.#leases);
    this.#keep([], await this.#commit(batchOf([], this.#states), left, true));
  }

  result(items: readonly Item[]): CommitResult {
    const answersOf = (kind: "append" | "settlement") =>
      items.filter((item) => kind in item).map((item) => this.#answers.get(item));
    return {
      appends: answersOf("append") as AppendResult[],
      settlements: answersOf("settlement") as CommitResult["settlements"][number][],
      states: this.#written,
      leases: this.#leases,
    };
  }

  async #storeHalves(items: readonly Item[]): Promise<void> {
    this.#isPart = true;
    const middle = Math.ceil(items.length / 2);
    await this.store(items.slice(0, middle));
    await this.store(items.slice(middle));
  }

  /**
   * A lock may end between two parts. So later appends of a locked lane count as locked, too. Otherwise they would be
   * stored before the first one, which is committed again.
   */
  #withoutFollowers(items: readonly Item[]): readonly Item[] {
    if (this.#locked.size === 0) return items;
    return items.filter((item) => {
      const cause = "append" in item ? this.#locked.get(laneKeyOf(item.append)) : undefined;
      if (cause !== undefined) this.#refuse([item], cause);
      return cause === undefined;
    });
  }

  #keep(items: readonly Item[], { appends, settlements, states, leases }: CommitResult): void {
    this.#isStored = true;
    this.#written.push(...states);
    this.#leases.push(...leases);
    const [nextAppend, nextSettlement] = [appends.values(), settlements.values()];
    for (const item of items) {
      const { value } = ("append" in item ? nextAppend : nextSettlement).next();
      this.#answers.set(item, value as Answer);
    }
  }

  #refuse(items: readonly Item[], cause: unknown): void {
    const isLocked = isOfLocks(cause);
    const refused: Answer = { status: "unavailable", cause, isLocked };
    for (const item of items) {
      this.#answers.set(item, "append" in item ? refused : "unavailable");
      if ("append" in item && isLocked) this.#locked.set(laneKeyOf(item.append), cause);
    }
  }
}

function itemsOf({ appends, settlements }: CommitBatch): readonly Item[] {
  return [
    ...settlements.map((settlement) => ({ settlement })),
    ...appends.map((append) => ({ append })),
  ];
}

function batchOf(items: readonly Item[], states: readonly StateBatch[]): CommitBatch {
  return {
    appends: items.flatMap((item) => ("append" in item ? item.append : [])),
    settlements: items.flatMap((item) => ("settlement" in item ? item.settlement : [])),
    ...(states.length === 0 ? {} : { states }),
  };
}

function withoutLeases(budget: LeaseBudget, leases: readonly Lease[]): LeaseBudget {
  if (leases.length === 0) return budget;
  const { inbound, outbound, reports, notices } = budget;
  const left = { inbound, outbound, reports, notices };
  const others = new Map(
    Object.entries(budget.others ?? {}).map(([name, share]) => [name, { ...share }]),
  );
  for (const { lane, backend } of leases) {
    const share = lane.kind === "outbound" ? undefined : others.get(backend);
    if (share === undefined || lane.kind === "outbound") left[lane.kind] -= 1;
    else share[lane.kind] -= 1;
  }
  return { ...budget, ...left, others: Object.fromEntries(others) };
}
