/** §2.4: the gateway shortens a longer text. In Unicode code points. */
export const textLimit = 1_000;

const words = new Intl.Segmenter(undefined, { granularity: "word" });
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

export function codePointsOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * Splits a text into parts of at most `limit` code points. Joined, they are the text again. A part ends after white
 * space where possible; else between words, as in a long text without spaces; else between graphemes. Only a
 * grapheme longer than the limit is cut itself.
 */
export function splitAtWords(text: string, limit = textLimit): readonly string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > limit && codePointsOf(rest) > limit) {
    const end = endOfPart(rest, limit);
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...parts, rest];
}

function endOfPart(text: string, limit: number): number {
  const furthest = indexAfter(text, limit);
  const space = afterLastSpace(text, furthest);
  // A run without spaces that fits into the next part stays whole.
  if (space > 0 && runFits(text, space, limit)) return space;
  // A window beyond the limit: the segmenter must see where the word at the limit ends.
  const window = text.slice(0, furthest + 100);
  return lastStart(words, window, furthest) || lastStart(graphemes, window, furthest) || furthest;
}

/** The index after this many code points. */
function indexAfter(text: string, codePoints: number): number {
  let index = 0;
  for (let count = 0; count < codePoints && index < text.length; count += 1) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return index;
}

/** The last index up to `furthest` that follows white space, and after which no white space comes. 0: none. */
function afterLastSpace(text: string, furthest: number): number {
  for (let index = furthest; index > 0; index -= 1) {
    if (/\s/.test(text.charAt(index - 1)) && !/\p{M}|\u200d/u.test(text.charAt(index)))
      return index;
  }
  return 0;
}

function runFits(text: string, from: number, limit: number): boolean {
  const run = /^\S*/.exec(text.slice(from, from + 2 * limit + 1))?.[0] ?? "";
  return codePointsOf(run) <= limit;
}

/** Where the last segment begins that begins at `furthest` or before. */
function lastStart(segmenter: Intl.Segmenter, text: string, furthest: number): number {
  return segmenter.segment(text).containing(furthest)?.index ?? furthest;
}
