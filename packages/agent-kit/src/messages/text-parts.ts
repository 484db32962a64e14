import { invalidOption } from "../invalid-option.ts";

/** Options of `textParts`. */
export interface TextPartsOptions {
  /** What the limit counts. `characters` are UTF-16 code units; they fit an app that counts code points, too. */
  readonly unit?: "characters" | "bytes";
}

/** The longest code point, in UTF-8 bytes. */
const shortestLimit = 4;

/** How far the rules for words and visible characters look ahead. */
const lookAhead = 64;

const encoder = new TextEncoder();
const words = new Intl.Segmenter(undefined, { granularity: "word" });
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * A text in parts of at most `limit`, for an app with a limit. Parts end after a line, else after a word, else between
 * two visible characters; never inside a code point. Together they are the whole text, made well-formed. Only white
 * space that would fill a part is left out, since apps refuse a blank message.
 * @throws ParleyError `invalid-option`, if `limit` is below 4
 */
export function textParts(text: string, limit: number, options: TextPartsOptions = {}): string[] {
  if (!(limit >= shortestLimit)) throw invalidOption("textParts: limit", "at least 4");
  const whole = text.toWellFormed();
  const longest = options.unit === "bytes" ? bytesEnd : charactersEnd;
  const parts: string[] = [];
  let start = 0;
  do {
    const end = longest(whole, start, Math.floor(limit));
    const cut = end === whole.length ? end : start + breakIn(whole.slice(start), end - start);
    parts.push(whole.slice(start, cut));
    start = cut;
  } while (start < whole.length);
  const visible = parts.filter((part) => part.trim() !== "");
  return visible.length === 0 ? parts.slice(0, 1) : visible;
}

/** Where to break `text`, which is longer than `end`: at `end` or before. */
function breakIn(text: string, end: number): number {
  const near = text.slice(0, end + lookAhead);
  const visible = graphemes.segment(near);
  const isBetween = (at: number): boolean => visible.containing(at)?.index === at;
  return (
    lineBreak(near, end) ??
    spaceBreak(near, end, isBetween) ??
    wordBreak(near, end, isBetween) ??
    (visible.containing(end)?.index || end)
  );
}

/** After the last line that ends in the second half, so that parts do not become short. */
function lineBreak(text: string, end: number): number | null {
  const at = text.lastIndexOf("\n", end - 1) + 1;
  return at > end / 2 ? at : null;
}

/** After the last white space, unless an accent stands on it. */
function spaceBreak(text: string, end: number, isBetween: (at: number) => boolean): number | null {
  for (let at = end; at > 0; at -= 1)
    if (/\s/.test(text.charAt(at - 1)) && isBetween(at)) return at;
  return null;
}

/** Between two words of a script without spaces. */
function wordBreak(text: string, end: number, isBetween: (at: number) => boolean): number | null {
  const at = words.segment(text).containing(end)?.index ?? 0;
  return at > end / 2 && isBetween(at) ? at : null;
}

/** The end of the longest part that begins at `start`, between two code points. */
function charactersEnd(text: string, start: number, limit: number): number {
  const end = Math.min(text.length, start + limit);
  return isInsidePair(text, end) ? end - 1 : end;
}

function bytesEnd(text: string, start: number, limit: number): number {
  const rest = text.slice(start, start + limit);
  const { read } = encoder.encodeInto(rest, new Uint8Array(Math.min(limit, 3 * rest.length)));
  return start + read;
}

/** In well-formed text, a low surrogate always follows a high one. */
function isInsidePair(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
