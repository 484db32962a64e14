import type { Clock } from "../ports/platform/clock.ts";

const againMs = 10_000;

/** Lets the same trouble be told again only after ten seconds, however often it comes. */
export class Restraint {
  readonly #clock: Clock;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether it may be told now, as it then must be. */
  allows(): boolean {
    const now = this.#clock.now();
    // The clock may have been set back since.
    if (now >= this.#toldAt && now - this.#toldAt < againMs) return false;
    this.#toldAt = now;
    return true;
  }
}
