import type { Clock } from "../../ports/platform/clock.ts";

/** Length of a window. A burst within it counts as a whole. */
export const windowMs = 10_000;
/** How many unchanged, accepted bodies of one channel are inspected in a window. */
export const plainPerChannel = 40;
/**
 * How many bodies of one channel with the same outcome (refused or changed in the same way) are inspected in a
 * window.
 */
export const samplesPerOutcome = 8;
/**
 * How many bodies of all channels together are inspected in a window: this many unchanged ones, and as many others.
 */
export const samplesPerWindow = 640;

/**
 * Limits the inspected bodies. Refused and changed bodies have their own share, which unchanged ones cannot use up.
 */
export class SampleBudget {
  readonly #clock: Clock;
  readonly #taken = new Map<string, number>();
  #plain = 0;
  #others = 0;
  #startedAt = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Whether to inspect a body; counts it if so. `outcome`: the outcome of the body, empty when it was accepted
   * without a change.
   */
  allows(key: string, outcome: string): boolean {
    this.#renew(this.#clock.now());
    const isPlain = outcome === "";
    if ((isPlain ? this.#plain : this.#others) >= samplesPerWindow) return false;
    const place = `${key} ${outcome}`;
    const taken = this.#taken.get(place) ?? 0;
    if (taken >= (isPlain ? plainPerChannel : samplesPerOutcome)) return false;
    this.#taken.set(place, taken + 1);
    if (isPlain) this.#plain += 1;
    else this.#others += 1;
    return true;
  }

  #renew(now: number): void {
    if (now - this.#startedAt < windowMs) return;
    this.#startedAt = now;
    this.#plain = 0;
    this.#others = 0;
    this.#taken.clear();
  }
}
