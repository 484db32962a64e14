import { IdentityRing, type RecentIdentity } from "./identity-ring.ts";

/**
 * Which message of the tail has which id: `identities` may not have it yet. It lies in a ring, in the order
 * of positions, and is found by chains from the newest to the oldest, so that a message leaves nothing for the collector
 * of garbage to carry along: where the ring ends, every chain ends.
 */
export class RecentIdentities {
  readonly #firstCapacity: number;
  #ring: IdentityRing;

  /** `capacity`: a power of two; it grows as it must. */
  constructor(capacity: number) {
    this.#firstCapacity = capacity;
    this.#ring = new IdentityRing(capacity);
  }

  /** How many messages of the tail have an id. */
  get size(): number {
    return this.#ring.size;
  }

  /** What is kept of every message that has an id. */
  *all(): Iterable<Uint8Array> {
    for (const { identity } of this.#ring.all()) yield identity;
  }

  /** The newest with the id that `identity` names, of any conversation. */
  any(identity: Uint8Array): RecentIdentity | undefined {
    return this.#ring.newest(identity, null);
  }

  /** The newest of a conversation. */
  own(identity: Uint8Array, conversation: number): RecentIdentity | undefined {
    return this.#ring.newest(identity, conversation);
  }

  /** Positions of those that lie behind `after` up to `last`, nearly in the order of `identities`. */
  order(after: number, last: number): Float64Array {
    return this.#ring.order(after, last);
  }

  /** `recent` lies behind all before it. */
  add(recent: RecentIdentity): void {
    if (this.#ring.size === this.#ring.capacity) this.#grow();
    this.#ring.push(recent);
  }

  /** Forgets those that lie behind `position`: they were never stored. */
  takeBack(position: number): void {
    while ((this.#ring.last ?? Number.NEGATIVE_INFINITY) > position) this.#ring.pop();
  }

  /** Forgets those that lie at `position` or before. */
  cut(position: number): void {
    while ((this.#ring.first ?? Number.POSITIVE_INFINITY) <= position) this.#ring.shift();
  }

  clear(): void {
    this.#ring = new IdentityRing(this.#firstCapacity);
  }

  #grow(): void {
    const larger = new IdentityRing(2 * this.#ring.capacity);
    for (const recent of this.#ring.all()) larger.push(recent);
    this.#ring = larger;
  }
}
