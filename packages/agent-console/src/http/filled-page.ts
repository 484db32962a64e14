import type { Page, PageRequest } from "@parley/core";

/** Pages of a list that one request reads at most, when they are empty. */
const mostPages = 4;

/** The first page that has items. A page of a list may have fewer items than asked for, even none, before its end. */
export async function filledPage<Item>(
  read: (request: PageRequest) => Promise<Page<Item>>,
  request: PageRequest,
): Promise<Page<Item>> {
  let page = await read(request);
  for (
    let pages = 1;
    pages < mostPages && page.items.length === 0 && page.next !== null;
    pages += 1
  )
    page = await read({ ...request, before: page.next });
  return page;
}

/** The first `limit` items of a list, from at most `pageLimit` pages. */
export async function firstItems<Item>(
  read: (request: PageRequest) => Promise<Page<Item>>,
  limit: number,
  pageLimit = 10,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let before: string | null = null;
  for (let pages = 0; pages < pageLimit && items.length < limit; pages += 1) {
    const page: Page<Item> = await read({ before, limit: limit - items.length });
    items.push(...page.items);
    before = page.next;
    if (before === null) break;
  }
  return items;
}
