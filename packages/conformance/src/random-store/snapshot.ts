import type { Page, PageRequest } from "@parley/core";
import type { OpenedStores } from "../store-bench.ts";

/** Everything the reading ports tell, page by page; cursors are left out, since each store has its own. */
export async function snapshotOf(stores: OpenedStores, limit: number): Promise<unknown> {
  const conversations = await all(limit, (request) => stores.conversations.list(request));
  const threads: unknown[] = [];
  for (const { id } of conversations.flat()) {
    threads.push(await all(limit, (request) => stores.conversations.messages(id, request)));
  }
  const deadLetters = await all(limit, (request) => stores.deadLetters.deadLetters(request));
  return { conversations, threads, deadLetters };
}

async function all<Item>(
  limit: number,
  read: (request: PageRequest) => Promise<Page<Item>>,
): Promise<(readonly Item[])[]> {
  const pages: (readonly Item[])[] = [];
  let before: string | null = null;
  do {
    const page: Page<Item> = await read({ before, limit });
    pages.push(page.items);
    before = page.next;
  } while (before !== null && pages.length < 1_000);
  return pages;
}
