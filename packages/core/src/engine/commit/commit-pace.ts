import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";

/** A commit of so many items costs little more than they do by themselves: it waits for nobody. */
const enough = 100;
/** The same in this process, where what comes last are settlements. */
const enoughHere = 400;
/** After a commit of fewer, hardly anybody can be about to come. */
const least = 16;
/** When a commit takes longer, the store is busy, or far away. */
const usualMs = 5;
const mostMs = 6;
/** So many turns of the event loop a commit in this process waits at most, as long as each of them brings more. */
const turnsAtMost = 16;

interface PacePorts {
  readonly clock: Clock;
  readonly timers: Timers;
}

/**
 * How soon the next commit goes out: fewer and larger ones cost everybody less.
 *
 * A commit in this process holds up the event loop, and what came meanwhile is read in several turns: while every turn
 * brings more, the commit waits for the next one. Under load all who write wait by then, and what still comes are
 * settlements: so as much is delivered as is accepted, as long as it is this process that both wait for.
 *
 * Of a store elsewhere whoever got its answer from one commit has something for the next but one, so that half of all that
 * come always wait for the other half. While the store is busy, as with other nodes' commits, the next one waits for them.
 */
export class CommitPace {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #isRemote: boolean;
  #restMs = 0;
  #endedAt = Number.NEGATIVE_INFINITY;
  #go: (() => void) | null = null;

  constructor({ clock, timers }: PacePorts, isRemote: boolean) {
    this.#clock = clock;
    this.#timers = timers;
    this.#isRemote = isRemote;
  }

  /** A commit of so many items has ended. `tookMs`: by a clock that may have been set meanwhile. */
  ended(items: number, tookMs: number): void {
    const isBusy = this.#isRemote && items >= least;
    this.#restMs = isBusy ? Math.min(mostMs, Math.max(0, tookMs - usualMs)) : 0;
    this.#endedAt = this.#clock.now();
  }

  /** Resolves when the next one, which holds `items` by then, is to go out. */
  async ready(items: () => number): Promise<void> {
    if (this.#isRemote) await this.#rested(items());
    else await this.#gathered(items);
  }

  async #gathered(items: () => number): Promise<void> {
    const from = this.#clock.now();
    let before = 0;
    for (let turn = 0; turn < turnsAtMost && this.#clock.now() - from < mostMs; turn += 1) {
      const now = items();
      if (now === before || now >= enoughHere) return;
      before = now;
      await new Promise<void>((resolve) => this.#timers.soon(resolve));
    }
  }

  async #rested(items: number): Promise<void> {
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
