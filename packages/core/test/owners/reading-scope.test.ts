import type { DeadLetter, Delivery, Page, PageRequest } from "@parley/core";
import { expect, it } from "vitest";
import { ReadingScope } from "../../src/engine/owners/reading-scope.ts";
import { ScopedDeadLetters } from "../../src/engine/owners/scoped-dead-letters.ts";
import { ScopedDeliveries } from "../../src/engine/owners/scoped-deliveries.ts";
import type { Conversation } from "../../src/model/conversation.ts";

type Row = Delivery & DeadLetter;

/** Rows of conversations; those whose id begins with `own` belong to the agent app that lists them. */
function listed(ids: readonly string[]) {
  const reads: string[] = [];
  const store = {
    find: async ({ id }: { readonly id: string }) => {
      reads.push(id);
      return { id, owner: { backend: id.startsWith("own") ? "desk" : "other" } } as Conversation;
    },
  };
  const page = async ({ before, limit }: PageRequest): Promise<Page<Row>> => {
    const start = Number(before ?? 0);
    const items = ids.slice(start, start + limit).map((conversationId) => ({ conversationId }));
    const next = start + limit < ids.length ? String(start + limit) : null;
    return { items: items as Row[], next };
  };
  const scope = new ReadingScope(["desk"], [], store as never);
  const deliveries = new ScopedDeliveries(
    { list: (_: unknown, request: PageRequest) => page(request) } as never,
    scope,
  );
  const deadLetters = new ScopedDeadLetters({ list: page } as never, scope);
  const lists = [
    (request: PageRequest) => deliveries.list({ state: "failed" }, request),
    (request: PageRequest) => deadLetters.list(request),
  ];
  return { lists, reads };
}

const rows = (count: number, id: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => id(index));

it("deliveries and dead letters of one conversation cost one read of it", async () => {
  const { lists, reads } = listed(rows(100, (index) => (index % 2 === 0 ? "own" : "foreign")));
  for (const list of lists) {
    reads.length = 0;
    expect((await list({ before: null, limit: 20 })).items).toHaveLength(20);
    expect(reads).toEqual(["own", "foreign"]);
  }
});

it("a list of one agent app reads at most 200 conversations a call, and goes on with the next", async () => {
  const ids = rows(700, (index) => (index % 100 === 99 ? `own${index}` : `foreign${index}`));
  const { lists, reads } = listed(ids);
  for (const list of lists) {
    const found: string[] = [];
    let before: string | null = null;
    do {
      reads.length = 0;
      const page: Page<{ readonly conversationId: string }> = await list({ before, limit: 150 });
      expect(reads.length).toBeLessThanOrEqual(200);
      found.push(...page.items.map(({ conversationId }) => conversationId));
      before = page.next;
    } while (before !== null);
    expect(found).toEqual(ids.filter((id) => id.startsWith("own")));
  }
});
