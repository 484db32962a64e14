import { expect, test } from "vitest";
import { inTemporaryDirectory } from "../src/process/temporary-directory.ts";
import { requireFreeSpace } from "../src/store/free-space.ts";
import { budgetOf, openStore, type OpenedStore } from "../src/store/opened-store.ts";
import { fillPending } from "../src/store/pending-lanes.ts";
import { fillHistory, settleAll } from "../src/store/settled-history.ts";
import { checkCommit } from "../src/store/stored.ts";
import { visitorAppend } from "../src/store/visitor-append.ts";

function withStore(work: (store: OpenedStore) => Promise<void>): Promise<void> {
  return inTemporaryDirectory(async (directory) => {
    const store = await openStore(directory);
    try {
      await work(store);
    } finally {
      await store.close();
    }
  });
}

test("history is settled, every message of it", () =>
  withStore(async ({ messages, deliveries }) => {
    await fillHistory(messages, { conversations: 3, perConversation: 4 }, () => {});
    expect((await deliveries.backlog()).inbound.waiting).toBe(0);
    const page = await deliveries.deliveries(
      { conversationId: "c000000000000002" },
      { before: null, limit: 200 },
    );
    expect(page.items.map(({ state }) => state)).toEqual(Array(4).fill("delivered"));
    expect(page.items.every(({ record }) => record !== null)).toBe(true);
  }));

test("a commit that stored, settled or leased less than it was to is an error", () =>
  withStore(async ({ messages }) => {
    const append = visitorAppend(0, { writer: 0, number: 0, sentAt: 0 });
    const batch = { appends: [append], settlements: [] };
    const first = await messages.commit(batch, 1_000, budgetOf(1));
    checkCommit(first, 1);
    expect(() => checkCommit(first, 2)).toThrow("1 leases instead of 2");
    const again = await messages.commit(batch, 1_000, budgetOf(1));
    expect(() => checkCommit(again, 0)).toThrow("an append was repeated");
    await settleAll(messages, first.leases);
    await expect(settleAll(messages, first.leases)).rejects.toThrow("a settlement was not taken");
  }));

test("retries wait for instants that lie spread, half of them each way, and none is due before", () =>
  withStore(async ({ messages, deliveries }) => {
    await fillPending(messages, { lanes: 300, dueFrom: 5_000, dueWithinMs: 3_000 });
    const { inbound, outbound } = await deliveries.backlog();
    expect([inbound.lanes, outbound.lanes]).toEqual([150, 150]);
    expect(await messages.claim(4_999, budgetOf(300))).toEqual([]);
    expect(await messages.claim(6_499, budgetOf(300))).toHaveLength(150);
    expect(await messages.claim(7_999, budgetOf(300))).toHaveLength(150);
  }));

test("of as many retries as is asked for, one waits for an integrating system", () =>
  withStore(async ({ messages, deliveries }) => {
    const order = { lanes: 190, outboundEvery: 19, dueFrom: 5_000, dueWithinMs: 3_000 };
    await fillPending(messages, order);
    const { inbound, outbound } = await deliveries.backlog();
    expect([inbound.lanes, outbound.lanes]).toEqual([180, 10]);
  }));

test("room that is not there is told in gigabytes, with what to do", () => {
  expect(() => requireFreeSpace(1, "growth")).not.toThrow();
  expect(() => requireFreeSpace(9e18, "growth")).toThrow(
    /^growth needs 9000000000\.0 GB in .*TMPDIR/,
  );
});
