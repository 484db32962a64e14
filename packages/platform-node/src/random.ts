import { randomFillSync } from "node:crypto";
import type { Random } from "@parley/core";

/** Asking the operating system costs some microseconds however little is asked for, so it is asked for many at once. */
const poolBytes = 4_096;
const fractionBytes = 6;

/** `Random` from the operating system's generator, `fraction` included. */
export const secureRandom: Random = {
  token(characters) {
    const bytes = take(Math.ceil((characters * 6) / 8));
    return bytes.toString("base64url").slice(0, characters);
  },
  fraction() {
    return take(fractionBytes).readUIntBE(0, fractionBytes) / 2 ** (8 * fractionBytes);
  },
};

const pool = Buffer.allocUnsafeSlow(poolBytes);
let used = poolBytes;

/** Each byte is given once, and does not stay where it was. */
function take(length: number): Buffer {
  if (length > poolBytes) return randomFillSync(Buffer.allocUnsafeSlow(length));
  if (used + length > poolBytes) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = Buffer.from(pool.subarray(used, used + length));
  pool.fill(0, used, used + length);
  used += length;
  return bytes;
}
