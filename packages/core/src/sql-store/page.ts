import type { Page, PageRequest } from "../ports/stores/conversation-store.ts";

/**
 * Makes a page of at most `limit` from up to `limit + 1` rows in list order. The extra row shows that another page
 * follows.
 * A cursor is the position of a page's last row, as numbers.
 */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => readonly number[],
  itemOf: (row: Row) => Item,
): Page<Item> {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  const next = rows.length > limit && last !== undefined ? positionOf(last).join("-") : null;
  return { items: kept.map(itemOf), next };
}

/** The numbers of a cursor; without a cursor, numbers past every row; `null` for an invalid cursor. */
export function cursorOf({ before }: PageRequest, size: number): readonly number[] | null {
  if (before === null) return Array.from({ length: size }, () => Number.MAX_SAFE_INTEGER);
  if (!/^[\d-]+$/.test(before)) return null;
  const numbers = before.split("-").map(Number);
  return numbers.length === size && numbers.every(Number.isSafeInteger) ? numbers : null;
}
