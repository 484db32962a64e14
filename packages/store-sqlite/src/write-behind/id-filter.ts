import { wordAt } from "../rows/identity-parts.ts";

/**
 * Bits per id of a full filter. With five probes, one or two of a thousand new ids look known. Each of those costs a
 * look-up of rarely used pages, which may be as slow as all other work.
 */
export const bitsPerId = 16;
const looks = 5;

/**
 * A Bloom filter of ids. That an id is new is certain; that it is known is not. An id consists of a channel's number (4
 * bytes) and the first bytes of a digest (6), so it needs no further hashing.
 */
export class IdFilter {
  readonly bits: number;
  readonly #words: Uint32Array;
  readonly #mask: number;
  #added = 0;

  /** `bits`: a power of two, at most 2^31. */
  constructor(bits: number) {
    this.bits = bits;
    this.#words = new Uint32Array(bits / 32);
    this.#mask = bits - 1;
  }

  /** Whether it gives more false positives than intended. */
  get isFull(): boolean {
    return this.#added > this.bits / bitsPerId;
  }

  add(id: Uint8Array): void {
    this.#added += 1;
    const step = stepOf(id);
    let at = startOf(id);
    for (let look = 0; look < looks; look += 1) {
      const bit = at & this.#mask;
      this.#words[bit >>> 5] = (this.#words[bit >>> 5] ?? 0) | (1 << (bit & 31));
      at += step;
    }
  }

  mayHold(id: Uint8Array): boolean {
    const step = stepOf(id);
    let at = startOf(id);
    for (let look = 0; look < looks; look += 1) {
      const bit = at & this.#mask;
      if (((this.#words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
      at += step;
    }
    return true;
  }
}

function startOf(id: Uint8Array): number {
  return wordAt(id, 4);
}

/** Odd, and different on each channel. */
function stepOf(id: Uint8Array): number {
  const own = ((id[8] ?? 0) << 8) | (id[9] ?? 0);
  return (Math.imul(own ^ Math.imul(wordAt(id, 0), 0x9e3779b1), 0x85ebca6b) | 1) >>> 0;
}
