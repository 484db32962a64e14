import { anInboundAppend, delivered, purgeAll, retryAt } from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { doubtCommit, OpenedStore } from "../support/opened-store.ts";

let opened: OpenedStore;

beforeEach(() => {
  opened = new OpenedStore();
});
afterEach(() => opened.close());

describe("the cached state of conversations", () => {
  it("is as it was after a transaction that failed", async () => {
    await opened.bench.converse();
    opened.breakOnce();
    const refused = anInboundAppend({ visitorId: '"01"', profile: { name: "Bo" } });
    await expect(opened.bench.append(refused)).rejects.toMatchObject({ code: "store-failed" });
    expect(await opened.conversation("shop-key-1")).toMatchObject({
      visitorId: '"1"',
      profile: {},
    });
    expect((await opened.bench.accept()).head.sequence).toBe(2);
  });

  it("is dropped with a connection whose COMMIT failed, and leases continue", async () => {
    const lease = await opened.bench.accept();
    opened.breakCommits();
    const refused = anInboundAppend({ visitorKey: "2", profile: { name: "Bo" } });
    await expect(opened.bench.append(refused)).rejects.toMatchObject({ code: "store-failed" });
    expect(
      (await opened.bench.settle(lease, retryAt(opened.bench.now, "memo"))).settlements,
    ).toEqual(["settled"]);
    expect((await opened.bench.claim()).map(({ attempt, memo }) => [attempt, memo])).toEqual([
      [2, "memo"],
    ]);
    const second = await opened.bench.accept({ ...refused, profile: {} });
    expect(second.head.sequence).toBe(1);
    expect(second.conversation.profile).toEqual({});
  });

  it("is dropped with a connection whose COMMIT took effect but reported a failure", async () => {
    await opened.bench.converse();
    const [held, unknown] = [anInboundAppend({ visitorKey: "2" }), anInboundAppend()];
    const lease = await opened.bench.accept(held);
    doubtCommit();
    await expect(opened.bench.append(unknown)).rejects.toMatchObject({ code: "store-failed" });
    expect(await opened.bench.append(anInboundAppend())).toMatchObject({ sequences: [3] });
    const { inbound } = await opened.bench.stores.deliveries.backlog();
    expect([inbound.lanes, inbound.waiting]).toEqual([2, 3]);
    expect((await opened.bench.settle(lease, delivered)).settlements).toEqual(["settled"]);
    opened.bench.now = lease.until;
    expect((await opened.bench.claim()).map(({ head }) => head.sequence)).toEqual([2]);
  });

  it("is dropped with an erasure: the next message starts a new conversation", async () => {
    const id = await opened.bench.converse();
    const lease = await opened.bench.accept(anInboundAppend({ profile: { name: "Bo" } }));
    await opened.bench.stores.conversations.erase(id);
    expect(await opened.conversation(id)).toBeNull();
    expect((await opened.bench.trySettle(lease, delivered)).settlements).toEqual(["stale"]);
    const next = await opened.bench.accept(anInboundAppend({ candidateId: "new" }));
    expect([next.lane.conversationId, next.head.sequence]).toEqual(["new", 1]);
    expect(next.conversation.profile).toEqual({});
  });

  it("is dropped by retention", async () => {
    await opened.bench.converse();
    opened.bench.now += 1_000;
    const purged = await purgeAll(opened.bench.stores.retention, opened.bench.now);
    expect(purged).toEqual({ conversations: 1, messages: 1 });
    const next = await opened.bench.accept(anInboundAppend({ candidateId: "new" }));
    expect([next.lane.conversationId, next.head.sequence]).toEqual(["new", 1]);
  });

  it("does not mislead retention: a conversation with a new message stays", async () => {
    const id = await opened.bench.converse();
    opened.bench.now += 1_000;
    await opened.bench.settle(await opened.bench.accept(), delivered);
    await purgeAll(opened.bench.stores.retention, opened.bench.now);
    expect((await opened.bench.messages(id)).map(({ sequence }) => sequence)).toEqual([2]);
  });

  it("is not older after a restart, whatever retention deleted of the newest messages", async () => {
    const id = await opened.bench.converse();
    const first = (await opened.conversation(id))?.lastMessageAt;
    opened.bench.now += 1_000;
    const lease = await opened.bench.accept(anInboundAppend({ profile: { name: "Bo" } }));
    const latest = (await opened.conversation(id))?.lastMessageAt;
    expect(latest).toBe((first ?? 0) + 1_000);
    await opened.bench.settle(lease, delivered);
    await purgeAll(opened.bench.stores.retention, opened.bench.now + 1);
    opened.crash();
    expect((await opened.conversation(id))?.lastMessageAt ?? latest).toBe(latest);
  });

  it("stays the same within a call, even if the cache drops it meanwhile", async () => {
    const profile = { name: "a".repeat(600_000) };
    const large = ["1", "2", "3"].map((key) =>
      anInboundAppend({ visitorKey: `large ${key}`, profile }),
    );
    const small = anInboundAppend({ visitorKey: "small" });
    await opened.bench.commit({ appends: [small, ...large] });
    const appends = [small, ...large, ...large, small];
    const { appends: stored } = await opened.bench.commit({ appends });
    expect(stored.map((one) => "sequences" in one && one.sequences)).toEqual(
      [2, 2, 2, 2, 3, 3, 3, 3].map((sequence) => [sequence]),
    );
  });
});
