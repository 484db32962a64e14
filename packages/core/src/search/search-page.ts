import type { Page } from "../ports/stores/conversation-store.ts";
import { containsWords } from "./trigrams.ts";

/** An entry of an index that may have the words. */
export interface Candidate {
  readonly text: string;
  /** In its list. Lists are sorted in descending order. */
  readonly position: readonly number[];
}

/** A list of candidates: the visitors, or the messages. */
export interface CandidateList<One extends Candidate> {
  /** At most `count` that follow `before`; `null`: from the beginning. */
  read(before: readonly number[] | null, count: number): Promise<readonly One[]>;
}

/** What one page asks for. */
export interface SearchPageRequest {
  readonly words: readonly string[];
  readonly limit: number;
  /** The list, and the position in it, at which an earlier page ended; `null` for the first page. */
  readonly after: { readonly list: number; readonly position: readonly number[] | null } | null;
}

/** How many candidates are read at once, at least. More than that when a page is larger. */
const chunkSize = 64;
/** Chunks read for one page. */
const mostChunks = 8;

/** A page of entries that contain all words, list after list. It reads a bounded number of candidates. */
export async function searchPage<One extends Candidate>(
  lists: readonly CandidateList<One>[],
  { words, limit, after }: SearchPageRequest,
): Promise<Page<One>> {
  const items: One[] = [];
  let list = after?.list ?? 0;
  let position = after?.position ?? null;
  const count = Math.max(chunkSize, limit + 1);
  for (let chunks = 0; chunks < mostChunks; chunks += 1) {
    const found = (await lists[list]?.read(position, count)) ?? [];
    for (const one of found) {
      if (items.length === limit) return { items, next: cursorOf(list, position) };
      if (containsWords(one.text, words)) items.push(one);
      ({ position } = one);
    }
    if (found.length === count) continue;
    list += 1;
    position = null;
    if (list >= lists.length) return { items, next: null };
  }
  return { items, next: cursorOf(list, position) };
}

function cursorOf(list: number, position: readonly number[] | null): string {
  return [list, ...(position ?? [])].join("-");
}

/** Reads a cursor of `searchPage`; `undefined` for an invalid one. `sizes`: the length of a position in each list. */
export function readSearchCursor(
  before: string | null,
  sizes: readonly number[],
): SearchPageRequest["after"] | undefined {
  if (before === null) return null;
  if (!/^\d+(?:-\d+)*$/.test(before)) return undefined;
  const [list = 0, ...position] = before.split("-").map(Number);
  if (position.length !== 0 && position.length !== sizes[list]) return undefined;
  if (list >= sizes.length || !position.every(Number.isSafeInteger)) return undefined;
  return { list, position: position.length === 0 ? null : position };
}
