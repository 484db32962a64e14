import { randomInt } from "node:crypto";
import { contentAt, idAt, identityBytes, wordAt } from "../rows/identity-parts.ts";
import { orderBy } from "./tail-order.ts";

/** The identity of one message of the tail. */
export interface RecentIdentity {
  readonly position: number;
  readonly conversation: number;
  readonly sequence: number;
  readonly acceptedAt: number;
  /** As in its row. */
  readonly identity: Uint8Array;
}

/** Numbers of entries, newest first, in as many chains as the ring has slots. */
interface Chains {
  readonly heads: Float64Array;
  readonly next: Float64Array;
}

/** Secret, so that nobody can craft ids of one chain. Odd, so that multiplying loses nothing. */
const [secret, otherSecret] = [2 * randomInt(2 ** 31) + 1, 2 * randomInt(2 ** 31) + 1];
/** Before the first entry. */
const none = -1;

/**
 * A queue of identities in preallocated arrays. Entries are numbered in order. An entry is found by its id, or by its
 * id and conversation, along a chain of falling numbers. Nothing is removed from the end of a chain: a number that has
 * left the queue ends it.
 */
export class IdentityRing {
  readonly capacity: number;
  /** A `Buffer`, like the values that arrive: V8 has optimised for one kind of bytes. */
  readonly #identities: Buffer;
  readonly #lengths: Uint8Array;
  readonly #positions: Float64Array;
  readonly #conversations: Float64Array;
  readonly #sequences: Float64Array;
  readonly #acceptedAt: Float64Array;
  readonly #byId: Chains;
  readonly #byConversation: Chains;
  /** Numbers of the first entry and of the next one. */
  #first = 0;
  #end = 0;

  /** `capacity`: a power of two; the maximum number of entries. */
  constructor(capacity: number) {
    this.capacity = capacity;
    this.#identities = Buffer.alloc(capacity * identityBytes);
    this.#lengths = new Uint8Array(capacity);
    this.#positions = new Float64Array(capacity);
    this.#conversations = new Float64Array(capacity);
    this.#sequences = new Float64Array(capacity);
    this.#acceptedAt = new Float64Array(capacity);
    this.#byId = chainsOf(capacity);
    this.#byConversation = chainsOf(capacity);
  }

  get size(): number {
    return this.#end - this.#first;
  }

  /** Position of the oldest entry; `undefined` when empty. */
  get first(): number | undefined {
    return this.size === 0 ? undefined : this.#positions[this.#slotOf(this.#first)];
  }

  /** Position of the newest entry; `undefined` when empty. */
  get last(): number | undefined {
    return this.size === 0 ? undefined : this.#positions[this.#slotOf(this.#end - 1)];
  }

  *all(): Iterable<RecentIdentity> {
    for (let number = this.#first; number < this.#end; number += 1) yield this.#read(number);
  }

  /** Positions after `after` up to `last`, ordered by channel and start of the digest. */
  order(after: number, last: number): Float64Array {
    const first = this.#countTo(after);
    const positions = new Float64Array(this.#countTo(last) - first);
    const keys = new Float64Array(positions.length);
    for (let index = 0; index < positions.length; index += 1) {
      const slot = this.#slotOf(this.#first + first + index);
      positions[index] = this.#positions[slot] ?? none;
      keys[index] = orderOf(this.#identities, slot * identityBytes);
    }
    return orderBy(keys).map((index) => positions[index] ?? none);
  }

  push({ position, conversation, sequence, acceptedAt, identity }: RecentIdentity): void {
    const number = this.#end;
    const slot = this.#slotOf(number);
    this.#identities.set(identity, slot * identityBytes);
    this.#lengths[slot] = identity.length;
    this.#positions[slot] = position;
    this.#conversations[slot] = conversation;
    this.#sequences[slot] = sequence;
    this.#acceptedAt[slot] = acceptedAt;
    link(this.#byId, this.#chainOf(identity, null), { slot, number });
    link(this.#byConversation, this.#chainOf(identity, conversation), { slot, number });
    this.#end += 1;
  }

  /** Removes the newest entry and overwrites its identity. */
  pop(): void {
    this.#end -= 1;
    const { identity, conversation } = this.#read(this.#end);
    const slot = this.#slotOf(this.#end);
    unlink(this.#byId, this.#chainOf(identity, null), slot);
    unlink(this.#byConversation, this.#chainOf(identity, conversation), slot);
    this.#forget(slot);
  }

  /** Removes the oldest entry and overwrites its identity. */
  shift(): void {
    this.#forget(this.#slotOf(this.#first));
    this.#first += 1;
  }

  /** The newest entry with this id in `conversation`; `null`: in any. */
  newest(identity: Uint8Array, conversation: number | null): RecentIdentity | undefined {
    const { heads, next } = conversation === null ? this.#byId : this.#byConversation;
    let number = heads[this.#chainOf(identity, conversation)] ?? none;
    while (number >= this.#first) {
      const slot = this.#slotOf(number);
      const isOfThese = conversation === null || this.#conversations[slot] === conversation;
      if (isOfThese && this.#hasId(slot, identity)) return this.#read(number);
      number = next[slot] ?? none;
    }
    return undefined;
  }

  #forget(slot: number): void {
    this.#identities.fill(0, slot * identityBytes, (slot + 1) * identityBytes);
  }

  #read(number: number): RecentIdentity {
    const slot = this.#slotOf(number);
    const from = slot * identityBytes;
    return {
      position: this.#positions[slot] ?? none,
      conversation: this.#conversations[slot] ?? none,
      sequence: this.#sequences[slot] ?? none,
      acceptedAt: this.#acceptedAt[slot] ?? none,
      identity: Buffer.from(this.#identities.subarray(from, from + (this.#lengths[slot] ?? 0))),
    };
  }

  #hasId(slot: number, identity: Uint8Array): boolean {
    const from = slot * identityBytes;
    for (let index = 0; index < contentAt; index += 1)
      if (this.#identities[from + index] !== identity[index]) return false;
    return true;
  }

  /** Number of entries at `position` or before. */
  #countTo(position: number): number {
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#positions[this.#slotOf(this.#first + middle)] ?? none) <= position)
        low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #slotOf(number: number): number {
    return number % this.capacity;
  }

  #chainOf(identity: Uint8Array, conversation: number | null): number {
    const own = Math.imul(wordAt(identity, 0), 0x9e3779b1) ^ Math.imul(conversation ?? 0, secret);
    const digest = wordAt(identity, 4) ^ Math.imul(wordAt(identity, 8), otherSecret);
    const mixed = Math.imul(digest ^ own, secret);
    return (mixed ^ (mixed >>> 16)) & (this.capacity - 1);
  }
}

/** Channels that are 4,096 apart mix, and so do digests with 28 equal bits. Neighbours share pages all the same. */
function orderOf(identities: Uint8Array, at: number): number {
  return (wordAt(identities, at) % 2 ** 12) * 2 ** 28 + (wordAt(identities, at + idAt) >>> 4);
}

function chainsOf(capacity: number): Chains {
  return { heads: new Float64Array(capacity).fill(none), next: new Float64Array(capacity) };
}

function link(
  { heads, next }: Chains,
  chain: number,
  { slot, number }: { readonly slot: number; readonly number: number },
): void {
  next[slot] = heads[chain] ?? none;
  heads[chain] = number;
}

function unlink({ heads, next }: Chains, chain: number, slot: number): void {
  heads[chain] = next[slot] ?? none;
}
