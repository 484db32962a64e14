import { type Page, type PageRequest, refuse } from "@parley/core";
import type { PageQuery } from "../api/page.ts";
import { done, refused, type Result } from "../operation.ts";
import { cursors } from "./page-cursor.ts";

const usualLimit = 50;

/**
 * Reads the requested page. Refuses a cursor that no page of this list gave.
 * @param name of the list with all its filters: a cursor is valid only for the same selection
 */
export async function readPage<Item>(
  name: string,
  { before, limit = usualLimit, ...selection }: PageQuery,
  read: (request: PageRequest) => Promise<Page<Item>>,
): Promise<Result<Page<Item>>> {
  const list = JSON.stringify([name, Object.entries(selection).toSorted()]);
  const cursor = before === undefined ? null : cursors.open(list, before);
  if (cursor === undefined) return refused(foreignCursor);
  const page = await read({ before: cursor, limit });
  return done({ items: page.items, next: cursors.seal(list, page.next) });
}

const foreignCursor = refuse("invalidRequest", {
  field: "before",
  detail: "Invalid cursor: pass `next` from a previous page of this list",
});
