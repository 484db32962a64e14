import { type Refusal, refuse } from "@parley/core";

/** How many requests of one asker a turn of the event loop takes in while others ask as well. */
const perTurn = 4;
/** An asker is there for others for so long after each of its requests. */
const rememberedMs = 1_000;
/** How many requests of one asker may wait. */
const maxWaiting = 10_000;

/**
 * Shares the turns of the event loop among those who ask: whoever has had its share of a turn waits for the next one,
 * behind nobody but itself, so that a flood makes the turns of others longer by no more than a share. Who asks alone
 * waits for nobody.
 */
export class Turnstile {
  readonly #now: () => number;
  /** How many each has had in this turn. */
  readonly #taken = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();
  #isTurning = false;
  #latest: string | null = null;
  #latestAt = -Infinity;
  /** When anybody but the latest asked last. */
  #otherAt = -Infinity;

  /** `now` in milliseconds, from whatever point. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Lets one request of this asker in. `null`: it may go on; a promise, that never rejects: it may when that resolves,
   * in the order in which the asker's requests came; a refusal: too many of them wait.
   */
  enter(asker: string): Promise<null> | Refusal | null {
    this.#noteAsker(asker);
    const waiting = this.#waiting.get(asker);
    if (waiting === undefined) {
      const taken = this.#taken.get(asker) ?? 0;
      if (taken < perTurn || this.#isAlone) {
        this.#taken.set(asker, taken + 1);
        this.#schedule();
        return null;
      }
    } else if (waiting.length >= maxWaiting) {
      return refuse("overloaded", { retryAfterSeconds: 1 });
    }
    return new Promise((resolve) => {
      const enter = (): void => resolve(null);
      if (waiting === undefined) this.#waiting.set(asker, [enter]);
      else waiting.push(enter);
    });
  }

  #noteAsker(asker: string): void {
    if (asker !== this.#latest) {
      this.#otherAt = this.#latestAt;
      this.#latest = asker;
    }
    this.#latestAt = this.#now();
  }

  /** Whether nobody but the latest has asked of late. */
  get #isAlone(): boolean {
    return this.#now() - this.#otherAt > rememberedMs;
  }

  #schedule(): void {
    if (this.#isTurning) return;
    this.#isTurning = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isTurning = false;
    this.#taken.clear();
    const share = this.#isAlone ? Infinity : perTurn;
    for (const [asker, waiting] of this.#waiting) {
      const entering = waiting.splice(0, share);
      if (waiting.length === 0) this.#waiting.delete(asker);
      this.#taken.set(asker, entering.length);
      for (const enter of entering) enter();
      this.#schedule();
    }
  }
}
