import type { Clock } from "../../ports/platform/clock.ts";

/** How long a budget lasts. A burst within it is looked at as a whole. */
export const windowMs = 10_000;
/** Bodies of one channel, taken as they are, that are looked at in a window. */
export const plainPerChannel = 40;
/** Bodies of one channel, refused or changed in one and the same way, that are looked at in a window. */
export const samplesPerOutcome = 8;
/** Bodies of all channels together that are looked at in a window: so many plain ones, and as many others. */
export const samplesPerWindow = 640;

/** How many bodies may still be looked at: refused and changed ones have their own share, so that no other takes it. */
export class SampleBudget {
  readonly #clock: Clock;
  readonly #taken = new Map<string, number>();
  #plain = 0;
  #others = 0;
  #startedAt = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes one place when there is one. `outcome`: what became of the body; empty: it was taken as it is. */
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
