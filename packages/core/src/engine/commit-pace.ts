import type { Clock } from "../ports/clock.ts";
import type { Timers } from "../ports/timers.ts";

/** A commit of so many items costs little more than they do by themselves: it waits for nobody. */
const enough = 100;
/** After a commit of fewer, hardly anybody can be about to come. */
const least = 16;
/** When a commit takes longer, the store is busy, or far away. */
const usualMs = 5;
const mostMs = 6;

interface PacePorts {
  readonly clock: Clock;
  readonly timers: Timers;
}

/**
 * How soon the next commit of a store elsewhere goes out. Whoever got its answer from one commit has something for the
 * next but one, so that half of all that come always wait for the other half. While the store is busy, as with other nodes'
 * commits, the next one waits for them: fewer and larger ones cost everybody less.
 */
export class CommitPace {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #isElsewhere: boolean;
  #restMs = 0;
  #endedAt = Number.NEGATIVE_INFINITY;
  #go: (() => void) | null = null;

  constructor({ clock, timers }: PacePorts, isElsewhere: boolean) {
    this.#clock = clock;
    this.#timers = timers;
    this.#isElsewhere = isElsewhere;
  }

  /** A commit of so many items has ended. `tookMs`: by a clock that may have been set meanwhile. */
  ended(items: number, tookMs: number): void {
    const isBusy = this.#isElsewhere && items >= least;
    this.#restMs = isBusy ? Math.min(mostMs, Math.max(0, tookMs - usualMs)) : 0;
    this.#endedAt = this.#clock.now();
  }

  /** Resolves when the next one, which holds so many by now, is to go out. */
  async ready(items: number): Promise<void> {
    const sinceMs = this.#clock.now() - this.#endedAt;
    if (items >= enough || sinceMs < 0 || sinceMs >= this.#restMs) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#timers.after(this.#restMs - sinceMs, resolve);
      this.#go = () => {
        cancel();
        resolve();
      };
    });
    this.#go = null;
  }

  /** The next one holds so many by now. */
  grown(items: number): void {
    if (items >= enough) this.#go?.();
  }
}
