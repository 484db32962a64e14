import { createHash } from "node:crypto";

/** How many entries there are, and what they are, whatever order they come in. */
export interface EntryTotals {
  readonly entries: number;
  /** 64 hex digits: the sum of the SHA-256 digests of all entries, modulo 2^256. */
  readonly digest: string;
}

const bits = 256;
const hexDigits = bits / 4;

/** Adds up entries of one kind; of two stores that hold the same the sums are equal. */
export class EntryDigest {
  #entries = 0;
  #sum = 0n;

  add(entry: object): void {
    const digest = createHash("sha256").update(JSON.stringify(entry, inOrder)).digest("hex");
    this.#sum = BigInt.asUintN(bits, this.#sum + BigInt(`0x${digest}`));
    this.#entries += 1;
  }

  get sum(): EntryTotals {
    return { entries: this.#entries, digest: this.#sum.toString(16).padStart(hexDigits, "0") };
  }
}

/** The names of an object's fields come in any order, and are read in one. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
