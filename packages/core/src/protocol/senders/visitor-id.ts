import { NumberSource } from "../json/json.ts";
import { type Refusal, refuse } from "../refusals.ts";
import { isAbsent } from "../json/plain-object.ts";
import { isLonger } from "../messages/text.ts";

/**
 * Maximum number of characters (Unicode code points) of a visitor id. A longer one is refused, never cut (ruling
 * 6).
 */
export const visitorIdLimit = 255;

/** `json`: JSON text of `sender.id` exactly as sent, type and every digit included. */
export type VisitorIdReading =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly refusal: Refusal };

const integer = /^-?(?:0|[1-9]\d*)$/;

/** Reads `sender.id` as `readJson` parsed it: a non-empty string or an integer of any size (§2.1, ruling 6). */
export function readVisitorId(value: unknown): VisitorIdReading {
  if (isAbsent(value) || value === "") return refusal("emptySenderId");
  const text = idText(value);
  if (text === null || isLonger(text, visitorIdLimit)) return refusal("invalidSenderId");
  return { ok: true, json: typeof value === "string" ? JSON.stringify(value) : text };
}

/**
 * Identity of a visitor within a channel: the JSON-escaped text of the id, at most 1530 characters. So `42` and
 * `"42"` are one visitor, and any store can hold NUL and lone surrogates (ruling 6).
 */
export function visitorKeyOf(json: string): string {
  return json.startsWith('"') ? json.slice(1, -1) : json;
}

/** The id as text, for display: `42` and `"42"` look the same. `json` must come from `readVisitorId`. */
export function visitorIdText(json: string): string {
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

/**
 * An id that `readJson` parsed, as text: a string, or an integer of any size, digit for digit. `null` for any other
 * value.
 */
export function idText(value: unknown): string | null {
  if (typeof value === "string") return value;
  const source = value instanceof NumberSource ? value.source : numberText(value);
  return source !== null && integer.test(source) ? source : null;
}

function numberText(value: unknown): string | null {
  return typeof value === "number" ? String(value) : null;
}

function refusal(name: "emptySenderId" | "invalidSenderId"): VisitorIdReading {
  return { ok: false, refusal: refuse(name, { field: "sender.id" }) };
}
