import { jsonFault } from "./json-fault.ts";
import { refusals } from "../refusal-table.ts";
import { type Refusal, refuse } from "../refusals.ts";
import { ownText } from "../messages/text.ts";

/** Deepest nesting that is read (ruling 5). */
export const nestingLimit = 32;

/** A number under the key `id` that a JavaScript number may not hold as it was written: its source text. */
export class NumberSource {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** A body as read, or why it cannot be. */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly refusal: Refusal };

const utf8 = new TextDecoder("utf-8", { fatal: true });

// Only then the slower reading with a reviver is worth it; a match too many costs time, never correctness.
const delicateId = /"(?:i|\\u0069)(?:d|\\u0064)"[\t\n\r ]*:[\t\n\r ]*-?(?:\d{16}|\d{1,15}[.eE]|0)/;
const shortInteger = /^(?:0|-?[1-9]\d{0,14})$/;

/**
 * Reads a body whatever its `Content-Type` says: UTF-8 with or without BOM, nesting at most 32, `__proto__` a plain
 * key (ruling 5). A number at a key `id` that is not an integer of at most 15 digits comes out as a `NumberSource`.
 * Never throws.
 */
export function readJson(bytes: Uint8Array): JsonReading {
  const text = decodeUtf8(bytes);
  if (text === null) return { ok: false, refusal: refuse("notUtf8") };
  const read = parseJson(text);
  if (read.ok || read.refusal.code !== refusals.malformedJson.code) return read;
  return { ok: false, refusal: malformed(text) };
}

/** Tells its sender where the text stops being JSON. */
function malformed(text: string): Refusal {
  const fault = jsonFault(text);
  const facts = fault === null ? {} : { detail: `The body must be JSON, but ${fault}` };
  return refuse("malformedJson", facts);
}

/** The text of UTF-8 bytes without BOM; `null` when any byte is bad. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** As `readJson`, from text, which is not searched for its fault: for answers, whose senders hear nothing of it. */
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

// JSON.parse takes a million levels that later kill JSON.stringify, so they are counted before.
function isTooDeep(text: string): boolean {
  // Most bodies open a few brackets, which is told much sooner than how deep they are.
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

/** How often `part` stands in a text, strings in it included; one more than `nestingLimit` stands for more. */
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

/** Whether an odd number of backslashes stands before it. */
function isEscaped(text: string, index: number): boolean {
  let before = index - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (index - before) % 2 === 0;
}
