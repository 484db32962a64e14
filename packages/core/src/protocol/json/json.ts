import { jsonFault } from "./json-fault.ts";
import { refusals } from "../refusal-table.ts";
import { type Refusal, refuse } from "../refusals.ts";
import { ownText } from "../messages/text.ts";

/** Maximum nesting depth of a body (ruling 5). */
export const nestingLimit = 32;

/** Source text of a number under the key `id` that a JavaScript number may not represent exactly. */
export class NumberSource {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** A parsed body, or its refusal. */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly refusal: Refusal };

const utf8 = new TextDecoder("utf-8", { fatal: true });

// A reviver is slow, so it is used only when this matches. A false match costs time, never correctness.
const delicateId = /"(?:i|\\u0069)(?:d|\\u0064)"[\t\n\r ]*:[\t\n\r ]*-?(?:\d{16}|\d{1,15}[.eE]|0)/;
const shortInteger = /^(?:0|-?[1-9]\d{0,14})$/;

/**
 * Parses a body, whatever its `Content-Type`: UTF-8 with or without BOM, nesting depth at most 32, `__proto__` as
 * an ordinary key (ruling 5).
 * A number under a key `id` becomes a `NumberSource`, unless it is an integer of at most 15 digits. Never throws.
 */
export function readJson(bytes: Uint8Array): JsonReading {
  const text = decodeUtf8(bytes);
  if (text === null) return { ok: false, refusal: refuse("notUtf8") };
  const read = parseJson(text);
  if (read.ok || read.refusal.code !== refusals.malformedJson.code) return read;
  return { ok: false, refusal: malformed(text) };
}

/** Tells the sender where the text stops being JSON. */
function malformed(text: string): Refusal {
  const fault = jsonFault(text);
  const facts = fault === null ? {} : { detail: `The body must be JSON, but ${fault}` };
  return refuse("malformedJson", facts);
}

/** Decodes UTF-8 with or without BOM; `null` when any byte is invalid. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Like `readJson`, from text. It does not look for the position of a fault, because the sender of an answer never
 * sees it.
 */
export function parseJson(text: string): JsonReading {
  if (isTooDeep(text)) return { ok: false, refusal: refuse("tooDeep") };
  try {
    return { ok: true, value: delicateId.test(text) ? parseWithSources(text) : JSON.parse(text) };
  } catch {
    return { ok: false, refusal: refuse("malformedJson") };
  }
}

function parseWithSources(text: string): unknown {
  return JSON.parse(text, keepIdSource as Parameters<typeof JSON.parse>[1]);
}

function keepIdSource(key: string, value: unknown, context: { readonly source?: string }): unknown {
  if (key !== "id" || typeof value !== "number" || context.source === undefined) return value;
  return shortInteger.test(context.source) ? value : new NumberSource(ownText(context.source));
}

// `JSON.parse` accepts a million levels, on which `JSON.stringify` fails later. So the levels are counted first.
function isTooDeep(text: string): boolean {
  // Skip the nesting check for bodies with few brackets.
  if (occurrences(text, "{") + occurrences(text, "[") <= nestingLimit) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case quote:
        index = endOfString(text, index);
        break;
      case openBracket:
      case openBrace:
        depth += 1;
        if (depth > nestingLimit) return true;
        break;
      case closeBracket:
      case closeBrace:
        depth -= 1;
    }
  }
  return false;
}

/** How often `part` occurs in a text, inside strings too. Stops at `nestingLimit + 1`. */
function occurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1))
    if (++count > nestingLimit) return count;
  return count;
}

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes precedes the character. */
function isEscaped(text: string, index: number): boolean {
  let before = index - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (index - before) % 2 === 0;
}
