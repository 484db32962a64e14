import { NumberSource } from "../json/json.ts";
import { type Refusal, refuse } from "../refusals.ts";
import { isAbsent } from "../json/plain-object.ts";
import { isLonger } from "../messages/text.ts";

/** Most characters (Unicode code points) of a visitor id; a longer one is refused, never cut (ruling 6). */
export const visitorIdLimit = 255;

/** `json`: JSON text of `sender.id` exactly as sent, type and every digit included. */
export type VisitorIdReading =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly refusal: Refusal };

const integer = /^-?(?:0|[1-9]\d*)$/;

/** Reads `sender.id` as `readJson` gave it: a non-empty string or an integer of any size (§2.1, ruling 6). */
export function readVisitorId(value: unknown): VisitorIdReading {
  if (isAbsent(value) || value === "") return refusal("emptySenderId");
  const text = idText(value);
  if (text === null || isLonger(text, visitorIdLimit)) return refusal("invalidSenderId");
  return { ok: true, json: typeof value === "string" ? JSON.stringify(value) : text };
}

/**
 * What tells one visitor of a channel from another: the escaped text of the id, so that `42` and `"42"` are one
 * visitor and NUL or a lone surrogate survives any store (ruling 6). At most 1530 characters.
 */
export function visitorKeyOf(json: string): string {
  return json.startsWith('"') ? json.slice(1, -1) : json;
}

/** The id as text, for showing: `42` and `"42"` read alike. `json` as made by `readVisitorId`. */
export function visitorIdText(json: string): string {
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

/** An id as `readJson` gave it, as text: a string, or an integer of any size, digit for digit; `null` for all else. */
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
