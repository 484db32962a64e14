import { anInboundAppend, delivered, purgeAll, retryAt } from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { doubtCommit, OpenedTail } from "./opened-tail.ts";

let tail: OpenedTail;

beforeEach(() => {
  tail = new OpenedTail();
});
afterEach(() => tail.close());

describe("the cached state of conversations", () => {
  it("is as it was after a transaction that failed", async () => {
    await tail.bench.converse();
    tail.breakOnce();
    const refused = anInboundAppend({ visitorId: '"01"', profile: { name: "Bo" } });
    await expect(tail.bench.append(refused)).rejects.toMatchObject({ code: "store-failed" });
    expect(await tail.conversation("shop-key-1")).toMatchObject({ visitorId: '"1"', profile: {} });
    expect((await tail.bench.accept()).head.sequence).toBe(2);
  });

  it("is dropped with a connection whose COMMIT failed, and leases continue", async () => {
    const lease = await tail.bench.accept();
    tail.breakCommits();
    const refused = anInboundAppend({ visitorKey: "2", profile: { name: "Bo" } });
    await expect(tail.bench.append(refused)).rejects.toMatchObject({ code: "store-failed" });
    expect((await tail.bench.settle(lease, retryAt(tail.bench.now, "memo"))).settlements).toEqual([
      "settled",
    ]);
    expect((await tail.bench.claim()).map(({ attempt, memo }) => [attempt, memo])).toEqual([
      [2, "memo"],
    ]);
    const second = await tail.bench.accept({ ...refused, profile: {} });
    expect(second.head.sequence).toBe(1);
    expect(second.conversation.profile).toEqual({});
  });

  it("is dropped with a connection whose COMMIT took effect but reported a failure", async () => {
    await tail.bench.converse();
    const [held, unknown] = [anInboundAppend({ visitorKey: "2" }), anInboundAppend()];
    const lease = await tail.bench.accept(held);
    doubtCommit();
    await expect(tail.bench.append(unknown)).rejects.toMatchObject({ code: "store-failed" });
    expect(await tail.bench.append(anInboundAppend())).toMatchObject({ sequences: [3] });
    const { inbound } = await tail.bench.stores.deliveries.backlog();
    expect([inbound.lanes, inbound.waiting]).toEqual([2, 3]);
    expect((await tail.bench.settle(lease, delivered)).settlements).toEqual(["settled"]);
    tail.bench.now = lease.until;
    expect((await tail.bench.claim()).map(({ head }) => head.sequence)).toEqual([2]);
  });

  it("is dropped with an erasure: the next message starts a new conversation", async () => {
    const id = await tail.bench.converse();
    const lease = await tail.bench.accept(anInboundAppend({ profile: { name: "Bo" } }));
    await tail.bench.stores.conversations.erase(id);
    expect(await tail.conversation(id)).toBeNull();
    expect((await tail.bench.trySettle(lease, delivered)).settlements).toEqual(["stale"]);
    const next = await tail.bench.accept(anInboundAppend({ candidateId: "new" }));
    expect([next.lane.conversationId, next.head.sequence]).toEqual(["new", 1]);
    expect(next.conversation.profile).toEqual({});
  });

  it("is dropped by retention", async () => {
    await tail.bench.converse();
    tail.bench.now += 1_000;
    const purged = await purgeAll(tail.bench.stores.retention, tail.bench.now);
    expect(purged).toEqual({ conversations: 1, messages: 1 });
    const next = await tail.bench.accept(anInboundAppend({ candidateId: "new" }));
    expect([next.lane.conversationId, next.head.sequence]).toEqual(["new", 1]);
  });

  it("does not mislead retention: a conversation with a new message stays", async () => {
    const id = await tail.bench.converse();
    tail.bench.now += 1_000;
    await tail.bench.settle(await tail.bench.accept(), delivered);
    await purgeAll(tail.bench.stores.retention, tail.bench.now);
    expect((await tail.bench.messages(id)).map(({ sequence }) => sequence)).toEqual([2]);
  });

  it("is not older after a restart, whatever retention deleted of the newest messages", async () => {
    const id = await tail.bench.converse();
    const first = (await tail.conversation(id))?.lastMessageAt;
    tail.bench.now += 1_000;
    const lease = await tail.bench.accept(anInboundAppend({ profile: { name: "Bo" } }));
    const latest = (await tail.conversation(id))?.lastMessageAt;
    expect(latest).toBe((first ?? 0) + 1_000);
    await tail.bench.settle(lease, delivered);
    await purgeAll(tail.bench.stores.retention, tail.bench.now + 1);
    tail.crash();
    expect((await tail.conversation(id))?.lastMessageAt ?? latest).toBe(latest);
  });

  it("stays the same within a call, even if the cache drops it meanwhile", async () => {
    const profile = { name: "a".repeat(600_000) };
    const large = ["1", "2", "3"].map((key) =>
      anInboundAppend({ visitorKey: `large ${key}`, profile }),
    );
    const small = anInboundAppend({ visitorKey: "small" });
    await tail.bench.commit({ appends: [small, ...large] });
    const appends = [small, ...large, ...large, small];
    const { appends: stored } = await tail.bench.commit({ appends });
    expect(stored.map((one) => "sequences" in one && one.sequences)).toEqual(
      [2, 2, 2, 2, 3, 3, 3, 3].map((sequence) => [sequence]),
    );
  });
});
