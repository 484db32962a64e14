import { aResendAppend, anOutboundAppend, failed } from "@parley/conformance";
import type { DeliveryQuery, Page, StoredDelivery, StoredMessage } from "@parley/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OpenedStore } from "../support/opened-store.ts";

let store: OpenedStore;
let id: string;

/** Deliveries 1 to 6 of one conversation: 2 failed and was sent again as 4, which waits behind 3 and before 5 and 6. */
beforeEach(async () => {
  store = new OpenedStore();
  id = await store.bench.converse();
  await store.bench.settle(await store.bench.reply(id), failed(null));
  await store.bench.reply(id);
  await store.bench.append(aResendAppend(id, 2, "outbound"));
  await store.bench.append(anOutboundAppend(id));
  await store.bench.append(anOutboundAppend(id));
});
afterEach(() => store.close());

async function sequencesOf(query: DeliveryQuery, limit: number): Promise<readonly number[]> {
  const sequences: number[] = [];
  for (let before: string | null = null; ;) {
    const page: Page<StoredDelivery> = await store.bench.stores.deliveries.deliveries(query, {
      before,
      limit,
    });
    sequences.push(...page.items.map(({ sequence }) => sequence));
    if (page.next === null) return sequences;
    before = page.next;
  }
}

describe.each([1, 2, 3, 100])(
  "pages of %i around a resend among the newest deliveries",
  (limit) => {
    it("are in the order of the deliveries, and leave none out", async () => {
      expect(await sequencesOf({ conversationId: id }, limit)).toEqual([6, 5, 4, 3, 2, 1]);
      expect(await sequencesOf({ state: "waiting" }, limit)).toEqual([6, 5, 4, 3]);
      expect(await sequencesOf({ state: "failed" }, limit)).toEqual([]);
    });

    it("have its message once, where it was sent first", async () => {
      const { conversations } = store.bench.stores;
      const messages: string[] = [];
      for (let before: string | null = null; ;) {
        const page: Page<StoredMessage> = await conversations.messages(id, { before, limit });
        messages.push(...page.items.map(({ sequence, state }) => `${sequence} ${state}`));
        if (page.next === null) break;
        before = page.next;
      }
      const waiting = [2, 3, 5, 6].map((sequence) => `${sequence} waiting`);
      expect(messages.toSorted()).toEqual(["1 delivered", ...waiting]);
    });
  },
);
