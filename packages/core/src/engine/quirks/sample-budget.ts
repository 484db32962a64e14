import type { Clock } from "../../ports/clock.ts";

const windowMs = 1_000;
/** Bodies of one channel that are looked at in a second. */
export const samplesPerChannel = 4;
/** Bodies of all channels together that are looked at in a second. */
export const samplesPerSecond = 64;

/** How many bodies may still be looked at within a second: the first few of each channel. */
export class SampleBudget {
  readonly #clock: Clock;
  readonly #taken = new Map<string, number>();
  #total = 0;
  #startedAt = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes one place when there is one. */
  allows(key: string): boolean {
    this.#renew(this.#clock.now());
    if (this.#total >= samplesPerSecond) return false;
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= samplesPerChannel) return false;
    this.#taken.set(key, taken + 1);
    this.#total += 1;
    return true;
  }

  #renew(now: number): void {
    if (now - this.#startedAt < windowMs) return;
    this.#startedAt = now;
    this.#total = 0;
    this.#taken.clear();
  }
}
