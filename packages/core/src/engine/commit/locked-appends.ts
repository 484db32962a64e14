import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { Append, AppendResult } from "../../ports/stores/append.ts";
import { laneKeyOf } from "../../lane-key.ts";
import type { LeaseBook } from "../dispatch/lease-book.ts";
import { answerAppends, itemsOf, rejectAll, unitsOf, type WaitingAppend } from "./batcher.ts";
import { pacing } from "./pacing.ts";
import type { Committed } from "./store-calls.ts";

interface Answered {
  readonly appends: readonly WaitingAppend[];
  readonly results: readonly AppendResult[];
}

interface LockedAppendsPorts {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly book: Pick<LeaseBook, "carry">;
}

/** Commits appends apart from the other commits. @throws the store's error */
type Commit = (appends: readonly Append[]) => Promise<Committed>;

/**
 * Appends whose lane was locked by another transaction when they were committed. Usually that is the commit of another
 * node. It ends within milliseconds, or within some hundreds of them on a busy machine. These appends are committed again
 * until they are too old. Other commits go on meanwhile, and later appends of the same lane wait here too, so a lock
 * delays only its own lane. Appends of one lane are committed in call order, one at a time.
 */
export class LockedAppends {
  readonly #ports: LockedAppendsPorts;
  readonly #commit: Commit;
  /** By lane, oldest first. */
  readonly #lanes = new Map<string, WaitingAppend[]>();
  #size = 0;
  #units = 0;
  #tries: Promise<void> | null = null;

  constructor(ports: LockedAppendsPorts, commit: Commit) {
    this.#ports = ports;
    this.#commit = commit;
  }

  get size(): number {
    return this.#size;
  }

  /** Size of the bodies, as in `Batcher`. */
  get units(): number {
    return this.#units;
  }

  /** Takes over the appends of lanes that wait here. Returns the others. */
  takeLater(appends: readonly WaitingAppend[]): readonly WaitingAppend[] {
    if (this.#size === 0) return appends;
    return appends.filter((one) => {
      const waits = this.#lanes.has(laneKeyOf(one.item));
      if (waits) this.#add(one);
      return !waits;
    });
  }

  /** Takes over the appends that were answered `isLocked`. Returns the others with their answers. */
  takeLocked(appends: readonly WaitingAppend[], results: readonly AppendResult[]): Answered {
    if (!results.some(isLocked)) return { appends, results };
    for (const [place, one] of appends.entries()) if (isLocked(results[place])) this.#add(one);
    this.#tries ??= Promise.resolve().then(() => this.#tryAll());
    return {
      appends: appends.filter((_, place) => !isLocked(results[place])),
      results: results.filter((result) => !isLocked(result)),
    };
  }

  /** Resolves when nothing waits here. */
  async idle(): Promise<void> {
    while (this.#tries !== null) await this.#tries;
  }

  async #tryAll(): Promise<void> {
    const { timers } = this.#ports;
    try {
      for (this.#rejectOld(); this.#size > 0; this.#rejectOld()) {
        const isSomeLocked = await this.#tryFirsts();
        if (isSomeLocked)
          await new Promise<void>((resolve) => void timers.after(pacing.lockedPauseMs, resolve));
      }
    } finally {
      this.#tries = null;
    }
  }

  #rejectOld(): void {
    const now = this.#ports.clock.now();
    const isOld = ({ since }: WaitingAppend): boolean => now - since >= pacing.lockedMs;
    for (const key of this.#lanes.keys()) rejectAll(this.#remove(key, isOld), lockedTooLong);
  }

  /** Tries the first append of each lane. Returns whether a lane is still locked. Never rejects. */
  async #tryFirsts(): Promise<boolean> {
    const firsts = [...this.#lanes.values()]
      .slice(0, pacing.lockedLimit)
      .map(([one]) => one as WaitingAppend);
    let committed: Committed;
    try {
      committed = await this.#commit(itemsOf(firsts));
    } catch (error) {
      this.#removeFirsts(firsts);
      rejectAll(firsts, error);
      return false;
    }
    const { appends } = committed.result;
    const isDone = (_: unknown, place: number): boolean => !isLocked(appends[place]);
    const done = firsts.filter(isDone);
    this.#removeFirsts(done);
    answerAppends(done, appends.filter(isDone));
    this.#ports.book.carry(committed.grant);
    return done.length < firsts.length;
  }

  #add(one: WaitingAppend): void {
    const key = laneKeyOf(one.item);
    const lane = this.#lanes.get(key);
    if (lane === undefined) this.#lanes.set(key, [one]);
    else lane.push(one);
    this.#size += 1;
    this.#units += unitsOf(one.item);
  }

  #removeFirsts(firsts: readonly WaitingAppend[]): void {
    for (const first of firsts) this.#remove(laneKeyOf(first.item), (one) => one === first);
  }

  #remove(key: string, isLeaving: (one: WaitingAppend) => boolean): readonly WaitingAppend[] {
    const lane = this.#lanes.get(key) ?? [];
    const rest = lane.filter((one) => !isLeaving(one));
    if (rest.length > 0) this.#lanes.set(key, rest);
    else this.#lanes.delete(key);
    const left = lane.filter(isLeaving);
    this.#size -= left.length;
    for (const { item } of left) this.#units -= unitsOf(item);
    return left;
  }
}

function isLocked(result: AppendResult | undefined): boolean {
  return result?.status === "unavailable" && result.isLocked === true;
}

const lockedTooLong = new Error("another transaction had the lane locked for too long");
