import type { DeliveryQuery } from "@parley/core";
import { allPages } from "../stores/all-pages.ts";
import type { OpenedStores } from "../stores/store-bench.ts";

/** Everything that the reading ports return, page by page, without cursors, which differ between stores. */
export async function snapshotOf(stores: OpenedStores, limit: number): Promise<unknown> {
  const conversations = await allPages(limit, (request) => stores.conversations.list(request));
  const threads: unknown[] = [];
  for (const { id } of conversations.flat()) {
    threads.push(await allPages(limit, (request) => stores.conversations.messages(id, request)));
  }
  const deadLetters = await allPages(limit, (request) => stores.deadLetters.deadLetters(request));
  const deliveries: unknown[] = [];
  const queries: DeliveryQuery[] = [
    { state: "waiting" },
    { state: "failed" },
    ...conversations.flat().map(({ id }) => ({ conversationId: id })),
  ];
  for (const query of queries) {
    const pages = await allPages(limit, (page) => stores.deliveries.deliveries(query, page));
    deliveries.push(pages.flat());
  }
  const backlog = await stores.deliveries.backlog();
  const pauses = (await stores.pauses.pauses()).toSorted((a, b) =>
    a.backend < b.backend ? -1 : 1,
  );
  const paused = await stores.pauses.longestPaused(limit);
  return { conversations, threads, deadLetters, deliveries, backlog, pauses, paused };
}
