import { searchRanges, type TextRange } from "@parley/core/text";
import type { SearchHitView } from "../../src/conversations/search-routes.ts";

/** Shown before the first match, so that it is seen in a narrow list. */
const lead = 20;
const shownLimit = 160;

/** A piece of a text. */
export interface SnippetPiece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** The part of a text around its first match, in pieces. Empty when nothing matches. */
export function snippetOf(text: string, query: string): readonly SnippetPiece[] {
  const ranges = searchRanges(text, query);
  const [first] = ranges;
  if (first === undefined) return [];
  const from = first.start <= lead ? 0 : startOfCharacter(text, first.start - lead);
  const to = startOfCharacter(text, Math.max(from + shownLimit, first.end));
  const pieces = piecesBetween(text, ranges, from, to);
  const before = from > 0 ? [{ text: "…", isMatch: false }] : [];
  const after = to < text.length ? [{ text: "…", isMatch: false }] : [];
  return [...before, ...pieces, ...after];
}

function piecesBetween(
  text: string,
  ranges: readonly TextRange[],
  from: number,
  to: number,
): readonly SnippetPiece[] {
  const pieces: SnippetPiece[] = [];
  let at = from;
  const add = (end: number, isMatch: boolean): void => {
    if (end > at) pieces.push({ text: text.slice(at, end), isMatch });
    at = Math.max(at, end);
  };
  for (const range of ranges) {
    add(Math.min(range.start, to), false);
    add(Math.min(range.end, to), true);
  }
  add(to, false);
  return pieces;
}

/** Never between the two halves of a character. */
function startOfCharacter(text: string, at: number): number {
  if (at >= text.length) return text.length;
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
}

const messageFields = ["text", "file_name", "title", "performer", "emoji"] as const;

/** What of a hit shows the words: a text of the message, or a contact detail besides the name. */
export function matchOf({ conversation, message }: SearchHitView, query: string): string | null {
  const { visitor } = conversation;
  const texts =
    message === undefined
      ? [visitor.email, visitor.phone, visitor.id]
      : messageFields.map((name) => message[name]);
  const known = texts.filter((text): text is string => typeof text === "string" && text !== "");
  const found = known.find((text) => searchRanges(text, query).length > 0);
  const first = message === undefined ? (visitor.email ?? visitor.phone) : known[0];
  return found ?? first ?? null;
}
