import type { Clock } from "../ports/clock.ts";

/** Lets the same trouble be told again only after a while, however often it comes. */
export class Restraint {
  readonly #clock: Clock;
  readonly #againMs: number;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, againMs: number) {
    this.#clock = clock;
    this.#againMs = againMs;
  }

  /** Whether it may be told now, as it then must be. */
  allows(): boolean {
    const now = this.#clock.now();
    // The clock may have been set back since.
    if (now >= this.#toldAt && now - this.#toldAt < this.#againMs) return false;
    this.#toldAt = now;
    return true;
  }
}
