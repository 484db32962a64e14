import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { Append, AppendResult } from "../../ports/stores/message-store.ts";
import { appendSize } from "./append-size.ts";
import type { WrittenBatch } from "./batch-writer.ts";
import {
  type AppendAnswer,
  answerEach,
  appendAnswer,
  itemsOf,
  unavailable,
  type Waiting,
} from "./commit-answers.ts";

/**
 * No try starts when an append is older than this. A sender gets an answer within a second, even if it is a 503 (the
 * outage harness measures that). So half a second is left for the last try: PostgreSQL waits 260 ms for locks at most.
 */
const giveUpAfterMs = 500;
/** Pause between two tries. Without it, a store that does not wait for locks would be asked in a busy loop. */
const pauseMs = 10;
/** Maximum number of appends in one try. */
const batchLimit = 200;

type WaitingAppend = Waiting<Append, AppendAnswer>;

interface Answered {
  readonly appends: readonly WaitingAppend[];
  readonly results: readonly AppendResult[];
}

interface LockedAppendsPorts {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Commits appends apart from the other commits. @throws the store's error */
  readonly commit: (appends: readonly Append[]) => Promise<WrittenBatch>;
}

/**
 * Appends whose lane was locked by another transaction when they were committed. Usually that is the commit of another
 * node. It ends within milliseconds, or within some hundreds of them on a busy machine. These appends are committed again
 * until they are too old. Other commits go on meanwhile, and later appends of the same lane wait here too, so a lock
 * delays only its own lane. Appends of one lane are committed in call order, one at a time.
 */
export class LockedAppends {
  readonly #ports: LockedAppendsPorts;
  /** By lane, oldest first. */
  readonly #lanes = new Map<string, WaitingAppend[]>();
  #size = 0;
  #bytes = 0;
  #tries: Promise<void> | null = null;

  constructor(ports: LockedAppendsPorts) {
    this.#ports = ports;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Takes over the appends of lanes that wait here. Returns the others. */
  takeLater(appends: readonly WaitingAppend[]): readonly WaitingAppend[] {
    if (this.#size === 0) return appends;
    return appends.filter((one) => {
      const waits = this.#lanes.has(laneOf(one.item));
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
    for (this.#rejectOld(); this.#size > 0; this.#rejectOld()) {
      const isSomeLocked = await this.#tryFirsts();
      if (isSomeLocked)
        await new Promise<void>((resolve) => void this.#ports.timers.after(pauseMs, resolve));
    }
    this.#tries = null;
  }

  #rejectOld(): void {
    const now = this.#ports.clock.now();
    const isOld = ({ since }: WaitingAppend): boolean => now - since >= giveUpAfterMs;
    for (const key of this.#lanes.keys())
      for (const { reject } of this.#remove(key, isOld))
        reject(unavailable(new Error("another transaction had the lane locked for too long")));
  }

  /** Tries the first append of each lane. Returns whether a lane is still locked. Never rejects. */
  async #tryFirsts(): Promise<boolean> {
    const firsts = [...this.#lanes.values()]
      .slice(0, batchLimit)
      .map(([one]) => one as WaitingAppend);
    try {
      const { result, carry } = await this.#ports.commit(itemsOf(firsts));
      const isDone = (_: unknown, place: number): boolean => !isLocked(result.appends[place]);
      const done = firsts.filter(isDone);
      this.#removeFirsts(done);
      carry();
      answerEach(done, result.appends.filter(isDone), appendAnswer);
      return done.length < firsts.length;
    } catch (error) {
      this.#removeFirsts(firsts);
      for (const { reject } of firsts) reject(unavailable(error));
      return false;
    }
  }

  #add(one: WaitingAppend): void {
    const key = laneOf(one.item);
    const lane = this.#lanes.get(key);
    if (lane === undefined) this.#lanes.set(key, [one]);
    else lane.push(one);
    this.#size += 1;
    this.#bytes += appendSize(one.item);
  }

  #removeFirsts(firsts: readonly WaitingAppend[]): void {
    for (const first of firsts) this.#remove(laneOf(first.item), (one) => one === first);
  }

  #remove(key: string, isLeaving: (one: WaitingAppend) => boolean): readonly WaitingAppend[] {
    const lane = this.#lanes.get(key) ?? [];
    const rest = lane.filter((one) => !isLeaving(one));
    if (rest.length > 0) this.#lanes.set(key, rest);
    else this.#lanes.delete(key);
    const left = lane.filter(isLeaving);
    this.#size -= left.length;
    for (const { item } of left) this.#bytes -= appendSize(item);
    return left;
  }
}

function isLocked(result: AppendResult | undefined): boolean {
  return result?.status === "unavailable" && result.isLocked === true;
}

function laneOf(append: Append): string {
  return append.kind === "inbound"
    ? `${append.channelKey}\n${append.visitorKey}`
    : append.conversationId;
}
