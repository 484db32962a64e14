import { createHash } from "node:crypto";

/** Count and digest of entries, independent of their order. */
export interface EntryTotals {
  readonly entries: number;
  /** 64 hex digits: the sum of the SHA-256 digests of all entries, modulo 2^256. */
  readonly digest: string;
}

const bits = 256;
const hexDigits = bits / 4;

/** Sums the digests of entries of one kind. Two stores with equal entries have equal sums. */
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

/** The order of an object's fields varies, so they are sorted first. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
