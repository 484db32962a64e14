/** A seeded generator (mulberry32). The same seed gives the same choices on every machine. */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** An integer from 0 to `bound` − 1. */
  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  }

  oneOf<Choice>(choices: readonly [Choice, ...Choice[]]): Choice {
    return choices[this.below(choices.length)] ?? choices[0];
  }

  /** True about once in `bound`. */
  once(bound: number): boolean {
    return this.below(bound) === 0;
  }

  /** Up to `limit` − 1 items. */
  some<Item>(limit: number, make: () => Item): Item[] {
    return Array.from({ length: this.below(limit) }, make);
  }
}
