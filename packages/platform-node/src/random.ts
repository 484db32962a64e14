import { randomFillSync } from "node:crypto";
import type { Random } from "@parley/core";

/** A call to the operating system costs microseconds for any size, so one call fills a pool. */
const poolBytes = 4_096;
const fractionBytes = 6;

/** `Random` from the operating system's generator, `fraction` included. */
export const secureRandom: Random = {
  token(characters) {
    return take(Math.ceil((characters * 6) / 8), textOf).slice(0, characters);
  },
  fraction() {
    return take(fractionBytes, numberOf) / 2 ** (8 * fractionBytes);
  },
};

const pool = Buffer.allocUnsafeSlow(poolBytes);
let used = poolBytes;

/** Reads a value from `bytes`, from `start` up to but not including `end`. */
type Read<Value> = (bytes: Buffer, start: number, end: number) => Value;

const textOf: Read<string> = (bytes, start, end) => bytes.toString("base64url", start, end);
const numberOf: Read<number> = (bytes, start) => bytes.readUIntBE(start, fractionBytes);

/** Each byte is used once and then erased from the pool. */
function take<Value>(length: number, read: Read<Value>): Value {
  if (length > poolBytes) return read(randomFillSync(Buffer.allocUnsafeSlow(length)), 0, length);
  if (used + length > poolBytes) {
    randomFillSync(pool);
    used = 0;
  }
  const [start, end] = [used, used + length];
  used = end;
  const value = read(pool, start, end);
  // A loop is faster than `fill` for so few bytes.
  for (let at = start; at < end; at += 1) pool[at] = 0;
  return value;
}
