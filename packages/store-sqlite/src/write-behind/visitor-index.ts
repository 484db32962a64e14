/** Four places for those whose digests lie together: a fifth takes the place of the one that came first. */
const ways = 4;
const firstPlaces = 2 ** 12;
const mostNumber = 2 ** 32 - 1;

/**
 * Where the conversations of visitors that were seen lie: eight bytes for each, so that one that no cache holds any more is
 * found by one look into a table instead of one into an index before. What it says is to be proved by the row: others may
 * have the same digest, and what was erased or rolled back is not taken out.
 */
export class VisitorIndex {
  /** Digest and number in turn; the number of an empty place is 0. */
  #places: Uint32Array;
  #size = 0;
  #mostPlaces: number;

  /** `mostPlaces`: a power of two, 4 or more. Default: 2^22, which are 32 MiB. */
  constructor(mostPlaces = 2 ** 22) {
    this.#mostPlaces = mostPlaces;
    this.#places = new Uint32Array(2 * Math.min(firstPlaces, mostPlaces));
  }

  /** Number of the conversation that the visitor of this digest, below 2^32, probably has. */
  find(digest: number): number | undefined {
    const start = this.#startOf(digest);
    for (let at = start; at < start + 2 * ways; at += 2)
      if (this.#places[at] === digest && this.#places[at + 1] !== 0) return this.#places[at + 1];
    return undefined;
  }

  /** Keeps, for the visitor of this digest, the number of the conversation: 1 or more. */
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

  /** What is kept follows a commit that nothing may make a failed one: where memory is short, those that there are serve on. */
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

  /** Index of the first of the places that a digest may have. */
  #startOf(digest: number): number {
    return 2 * ways * (digest & (this.#capacity / ways - 1));
  }
}
