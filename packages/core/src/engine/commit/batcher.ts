import { ParleyError } from "../../errors.ts";
import type { WriteAnswer } from "../../model/plugin-entry.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Append, AppendResult } from "../../ports/stores/append.ts";
import type { CommitResult, Settlement } from "../../ports/stores/message-store.ts";
import type { StateBatch } from "../../state/state-batch.ts";
import type { Bounds } from "../bounds.ts";
import type { AppendAnswer } from "./commit-queue.ts";
import { pacing } from "./pacing.ts";

/** A caller that waits for a commit. */
export interface Waiting<Item, Result> {
  readonly item: Item;
  /** The instant at which it began to wait. */
  readonly since: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}
export type WaitingAppend = Waiting<Append, AppendAnswer>;
export type WaitingSettlement = Waiting<Settlement, "settled" | "stale">;
export type WaitingWrite = Waiting<StateBatch, WriteAnswer>;

/** The callers whose items wait for their commit, oldest first. */
export class Batcher {
  readonly #clock: Clock;
  readonly #bounds: Bounds;
  readonly #appends: WaitingAppend[] = [];
  #appendUnits = 0;
  readonly #settlements: WaitingSettlement[] = [];
  readonly #writes: WaitingWrite[] = [];
  #writeUnits = 0;

  constructor({ clock, bounds }: { readonly clock: Clock; readonly bounds: Bounds }) {
    this.#clock = clock;
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#appends.length + this.#settlements.length + this.#writes.length;
  }

  /** The instant since which the oldest verdict waits; `null` when none waits. */
  get settlingSince(): number | null {
    return this.#settlements[0]?.since ?? null;
  }

  /** `locked`: appends that wait elsewhere and count, too. @throws ParleyError `overloaded` (a rejection) */
  append(
    item: Append,
    locked: { readonly size: number; readonly units: number },
  ): Promise<AppendAnswer> {
    const { waitingAppends, waitingBytes } = this.#bounds;
    const isFull =
      this.#appends.length + locked.size >= waitingAppends ||
      this.#appendUnits + locked.units >= waitingBytes;
    if (isFull) {
      const why = "The store queue is full. The message was not stored.";
      return Promise.reject(new ParleyError("overloaded", why, { retryable: true }));
    }
    this.#appendUnits += unitsOf(item);
    return this.wait(this.#appends, item);
  }

  settle(item: Settlement): Promise<"settled" | "stale"> {
    return this.wait(this.#settlements, item);
  }

  /** @throws ParleyError `overloaded` (a rejection) */
  write(item: StateBatch): Promise<WriteAnswer> {
    const { waitingAppends, waitingBytes } = this.#bounds;
    if (this.#writes.length < waitingAppends && this.#writeUnits < waitingBytes) {
      this.#writeUnits += stateUnitsOf(item);
      return this.wait(this.#writes, item);
    }
    const why = "The store queue is full. Nothing was written.";
    return Promise.reject(new ParleyError("overloaded", why, { retryable: true }));
  }

  takeWrites(): readonly WaitingWrite[] {
    let units = 0;
    const isBeyond = ({ item }: WaitingWrite): boolean =>
      (units += stateUnitsOf(item)) > pacing.stateUnits;
    const count = this.#writes.slice(1, pacing.batchLimit).findIndex(isBeyond);
    const writes = this.#writes.splice(0, count < 0 ? pacing.batchLimit : count + 1);
    for (const { item } of writes) this.#writeUnits -= stateUnitsOf(item);
    return writes;
  }

  takeSettlements(): readonly WaitingSettlement[] {
    return this.#settlements.splice(0, pacing.batchLimit);
  }

  takeAppends(): readonly WaitingAppend[] {
    const appends = this.#appends.splice(0, pacing.batchLimit);
    for (const { item } of appends) this.#appendUnits -= unitsOf(item);
    return appends;
  }

  /** Adds a caller to any list of waiting ones. */
  wait<Item, Result>(waiting: Waiting<Item, Result>[], item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      waiting.push({ item, since: this.#clock.now(), resolve, reject });
    });
  }
}

/** Size of an append's bodies in UTF-16 code units, which is accurate enough for a limit. */
export function unitsOf(append: Append): number {
  if (append.kind === "again" || append.kind === "owner") return 0;
  let units = 0;
  for (const message of append.messages) units += message.length;
  return units;
}

/** Size of the values of a plugin's batch, in UTF-16 code units. */
function stateUnitsOf({ writes }: StateBatch): number {
  let units = 0;
  for (const write of writes) if ("value" in write) units += write.value?.length ?? 0;
  return units;
}

/** The items of the waiting callers. */
export function itemsOf<Item>(waiting: readonly { readonly item: Item }[]): readonly Item[] {
  return waiting.map(({ item }) => item);
}

export function answerAppends(
  waiting: readonly WaitingAppend[],
  results: readonly AppendResult[],
): void {
  for (const [index, { resolve, reject }] of waiting.entries()) {
    const result = results[index];
    if (result === undefined) reject(unavailable(noResult));
    else if (result.status === "unavailable") reject(unavailable(result.cause));
    else resolve(result);
  }
}

export function answerSettlements(
  waiting: readonly WaitingSettlement[],
  results: CommitResult["settlements"],
): void {
  for (const [index, { resolve, reject }] of waiting.entries()) {
    const result = results[index];
    if (result === "unavailable") reject(unavailable(noResult));
    else resolve(result ?? "stale");
  }
}

export function answerWrites(
  waiting: readonly WaitingWrite[],
  results: CommitResult["states"],
): void {
  for (const [index, { resolve, reject }] of waiting.entries()) {
    const result = results[index];
    if (result === undefined) reject(unavailable(noResult));
    else resolve(result);
  }
}

export function rejectAll(
  waiting: readonly Pick<Waiting<unknown, unknown>, "reject">[],
  error: unknown,
): void {
  for (const { reject } of waiting) reject(unavailable(error));
}

const noResult = new Error("the store returned no result for an item");

export function unavailable(cause: unknown): ParleyError {
  const why = "The commit's outcome is unknown. Its content may have been stored.";
  return new ParleyError("store-unavailable", why, { retryable: true, cause });
}
