import type { Conversation, DeliveryQuery, OwnedQuery } from "@parley/core";
import { withoutIdle } from "../delivery-store/backlog.ts";
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
  const backlog = withoutIdle(await stores.deliveries.backlog());
  const pauses = (await stores.pauses.pauses()).toSorted((a, b) =>
    a.backend < b.backend ? -1 : 1,
  );
  const paused = await stores.pauses.longestPaused(limit);
  const owners = await ownersIn(stores, conversations.flat(), limit);
  return { conversations, threads, deadLetters, deliveries, backlog, pauses, paused, owners };
}

/** What the stores of owners and of erasures tell. */
async function ownersIn(
  { owners, erasures }: OpenedStores,
  conversations: readonly Conversation[],
  limit: number,
): Promise<unknown> {
  const histories: unknown[] = [];
  for (const { id } of conversations)
    histories.push(await allPages(limit, (page) => owners.history(id, page)));
  const owned: unknown[] = [];
  for (const query of ownedQueries) {
    const pages = await allPages(limit, (page) => owners.owned(query, page));
    owned.push(pages.flat().map(({ id }) => id));
  }
  const counts = (await owners.counts()).map(({ backend, assignee, conversations: count }) =>
    JSON.stringify([backend, assignee, count]),
  );
  const erased = (await erasures.notices(0, 1_000)).map(
    ({ conversationId, owners: names }) => `${conversationId} ${names?.toSorted().join()}`,
  );
  return { histories, owned, counts: counts.toSorted(), erased: erased.toSorted() };
}

const ownedQueries: readonly OwnedQuery[] = [
  { backends: ["default"] },
  { backends: ["sales", null] },
  { assignee: "ada" },
  { backends: ["support"], assignee: "bo" },
];
