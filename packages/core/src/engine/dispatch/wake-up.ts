import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";

/** One timer for the earliest instant at which work may be due. The store's index sorts all other instants. */
export class WakeUp {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #wake: () => void;
  #at = Number.POSITIVE_INFINITY;
  #cancel: () => void = () => {};

  constructor(clock: Clock, timers: Timers, wake: () => void) {
    this.#clock = clock;
    this.#timers = timers;
    this.#wake = wake;
  }

  /** Wakes at `instant`, or earlier when an earlier instant is set already. */
  by(instant: number): void {
    if (instant >= this.#at) return;
    this.#cancel();
    this.#at = instant;
    this.#cancel = this.#timers.after(Math.max(0, instant - this.#clock.now()), () => {
      this.#at = Number.POSITIVE_INFINITY;
      this.#wake();
    });
  }

  stop(): void {
    this.#cancel();
    this.#at = Number.NEGATIVE_INFINITY;
  }
}
