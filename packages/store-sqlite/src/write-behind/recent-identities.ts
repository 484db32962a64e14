import { IdentityRing, type RecentIdentity } from "./identity-ring.ts";

/**
 * Finds messages of the tail by id, since `identities` may not contain them yet. Entries are in a ring in order of
 * position. Chains lead from newest to oldest and end where the ring ends. So a message creates no work for the garbage
 * collector.
 */
export class RecentIdentities {
  readonly #firstCapacity: number;
  #ring: IdentityRing;

  /** `capacity`: a power of two; it grows when needed. */
  constructor(capacity: number) {
    this.#firstCapacity = capacity;
    this.#ring = new IdentityRing(capacity);
  }

  /** Number of messages in the tail with an id. */
  get size(): number {
    return this.#ring.size;
  }

  /** The identity of every such message. */
  *all(): Iterable<Uint8Array> {
    for (const { identity } of this.#ring.all()) yield identity;
  }

  /** The newest message with the id of `identity`, in any conversation. */
  any(identity: Uint8Array): RecentIdentity | undefined {
    return this.#ring.newest(identity, null);
  }

  /** The same in one conversation. */
  own(identity: Uint8Array, conversation: number): RecentIdentity | undefined {
    return this.#ring.newest(identity, conversation);
  }

  /** Positions after `after` up to `last`, nearly in the order of `identities`. */
  order(after: number, last: number): Float64Array {
    return this.#ring.order(after, last);
  }

  /** `recent` must come after all others. */
  add(recent: RecentIdentity): void {
    if (this.#ring.size === this.#ring.capacity) this.#grow();
    this.#ring.push(recent);
  }

  /** Removes entries after `position`: they were never stored. */
  takeBack(position: number): void {
    while ((this.#ring.last ?? Number.NEGATIVE_INFINITY) > position) this.#ring.pop();
  }

  /** Removes entries at `position` or before. */
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
