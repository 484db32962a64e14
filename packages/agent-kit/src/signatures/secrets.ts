import { createHash, timingSafeEqual } from "node:crypto";
import { invalidOption } from "../invalid-option.ts";

/**
 * A copy of the secrets of a check.
 * @throws ParleyError `invalid-option`, if there is none, or one of them is no text or blank
 */
export function readSecrets(where: string, secrets: readonly string[]): readonly string[] {
  const isUsable = (secret: unknown) => typeof secret === "string" && secret.trim() !== "";
  if (Array.isArray(secrets) && secrets.length > 0 && secrets.every(isUsable)) return [...secrets];
  throw invalidOption(where, "at least one text, and none of them empty");
}

/** The SHA-256 digest of a text. */
export function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Whether `value` is one of `known`. All are compared, each in constant time. */
export function isAmong(value: Uint8Array, known: readonly Uint8Array[]): boolean {
  return value.length > 0 && known.map((one) => isEqual(value, one)).includes(true);
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
