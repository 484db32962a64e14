import type { Page, PageRequest } from "../ports/stores/conversation-store.ts";

/**
 * Cuts one page out of `rows`, which are in list order. A cursor is the position of a page's last row, as numbers.
 * An invalid cursor gives an empty page.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  { before, limit }: PageRequest,
  positionOf: (row: Row) => readonly number[],
): Page<Row> {
  const from = before === null ? 0 : rows.findIndex((row) => isAfter(positionOf(row), before));
  if (from < 0) return { items: [], next: null };
  const items = rows.slice(from, from + limit);
  const last = items.at(-1);
  const isEnd = last === undefined || from + items.length >= rows.length;
  return { items, next: isEnd ? null : positionOf(last).join("-") };
}

/** Lists are sorted in descending order: rows after a cursor have a lower position. */
function isAfter(position: readonly number[], cursor: string): boolean {
  const limits = cursor.split("-").map(Number);
  if (limits.length !== position.length || !limits.every(Number.isSafeInteger)) return false;
  for (const [index, value] of position.entries()) {
    const limit = limits[index] ?? 0;
    if (value !== limit) return value < limit;
  }
  return false;
}
