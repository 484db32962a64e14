/** Slots for visitors with neighbouring digests. A fifth replaces the oldest. */
const ways = 4;
const firstPlaces = 2 ** 12;
const mostNumber = 2 ** 32 - 1;

/**
 * The conversation numbers of known visitors, eight bytes for each. A conversation that is no longer cached needs one
 * look-up in a table, instead of one in an index first. Its row must confirm the result: digests collide, and erased or
 * rolled-back entries stay.
 */
export class VisitorIndex {
  /** Digest and number alternate. An empty slot has number 0. */
  #places: Uint32Array;
  #size = 0;
  #mostPlaces: number;

  /** `mostPlaces`: a power of two, 4 or more. Default: 2^22, which is 32 MiB. */
  constructor(mostPlaces = 2 ** 22) {
    this.#mostPlaces = mostPlaces;
    this.#places = new Uint32Array(2 * Math.min(firstPlaces, mostPlaces));
  }

  /** The probable conversation number of the visitor with this digest, below 2^32. */
  find(digest: number): number | undefined {
    const start = this.#startOf(digest);
    for (let at = start; at < start + 2 * ways; at += 2)
      if (this.#places[at] === digest && this.#places[at + 1] !== 0) return this.#places[at + 1];
    return undefined;
  }

  /** Stores the conversation's number, 1 or more, for the visitor's digest. */
  keep(digest: number, number: number): void {
    if (number > mostNumber) return;
    if (2 * this.#size > this.#capacity && this.#capacity < this.#mostPlaces) this.#grow();
    this.#put(digest, number);
  }

  get #capacity(): number {
    return this.#places.length / 2;
  }

  #put(digest: number, number: number): void {
    const start = this.#startOf(digest);
    const end = start + 2 * ways;
    let at = start;
    while (at < end && this.#places[at + 1] !== 0 && this.#places[at] !== digest) at += 2;
    if (at === end) {
      this.#places.copyWithin(start, start + 2, end);
      at = end - 2;
    } else if (this.#places[at + 1] === 0) {
      this.#size += 1;
    }
    this.#places[at] = digest;
    this.#places[at + 1] = number;
  }

  /** Runs after a commit and must not make it fail. Without memory, the existing slots stay in use. */
  #grow(): void {
    const before = this.#places;
    try {
      this.#places = new Uint32Array(2 * before.length);
    } catch {
      this.#mostPlaces = this.#capacity;
      return;
    }
    this.#size = 0;
    for (let at = 0; at < before.length; at += 2) {
      const number = before[at + 1] ?? 0;
      if (number !== 0) this.#put(before[at] ?? 0, number);
    }
  }

  /** Index of the first slot for a digest. */
  #startOf(digest: number): number {
    return 2 * ways * (digest & (this.#capacity / ways - 1));
  }
}
