import { foldPieces, foldText } from "./fold-text.ts";

/** Number of characters (Unicode code points) of a query that are searched for. The rest is ignored. */
export const queryLimit = 200;
const wordLimit = 16;

/** The words of a query, folded. An entry is found when it contains each of them, also as part of a word. */
export function searchWords(query: string): readonly string[] {
  // A character has at most two UTF-16 units.
  const start = query.trimStart().slice(0, 2 * queryLimit);
  const cut = Array.from(start).slice(0, queryLimit).join("");
  const words = foldText(cut)
    .split(" ")
    .filter((word) => word !== "");
  return [...new Set(words)].slice(0, wordLimit);
}

/** Where a word was found: UTF-16 positions. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Where the words of a query are in a text, in order and without overlaps. For highlighting what search has found. */
export function searchRanges(text: string, query: string): readonly TextRange[] {
  const pieces = foldPieces(text);
  const folded = pieces.map((one) => one.folded).join("");
  const owners = pieces.flatMap((one) => Array.from({ length: one.folded.length }, () => one));
  const found = searchWords(query).flatMap((word) =>
    placesOf(word, folded).map((place) => ({
      start: owners[place]?.start ?? 0,
      end: owners[place + word.length - 1]?.end ?? 0,
    })),
  );
  return merged(found);
}

function placesOf(word: string, folded: string): readonly number[] {
  const places: number[] = [];
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
    places.push(at);
  return places;
}

function merged(ranges: readonly TextRange[]): readonly TextRange[] {
  const all: TextRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = all.at(-1);
    if (last === undefined || range.start > last.end) all.push(range);
    else if (range.end > last.end) all[all.length - 1] = { start: last.start, end: range.end };
  }
  return all;
}
