import type { Page, PageRequest } from "@parley/core";

const pageLimit = 1_000;

/** All items, read page by page. Stops after a thousand pages, in case a cursor never ends. */
export async function allPages<Item>(
  limit: number,
  read: (request: PageRequest) => Promise<Page<Item>>,
): Promise<(readonly Item[])[]> {
  const pages: (readonly Item[])[] = [];
  let before: string | null = null;
  do {
    const page: Page<Item> = await read({ before, limit });
    pages.push(page.items);
    before = page.next;
  } while (before !== null && pages.length < pageLimit);
  return pages;
}
