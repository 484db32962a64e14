import { anInboundAppend, anOutboundAppend, aText, delivered, retryAt } from "@parley/conformance";
import type { Lease } from "@parley/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { doubtCommit, OpenedTail } from "./opened-tail.ts";

let tail: OpenedTail;

beforeEach(() => {
  tail = new OpenedTail();
});
afterEach(() => tail.close());

const rowsOfLanes = () => tail.count("select count(*) as n from lanes");
const waiting = () => tail.count("select sum(waiting) as n from lanes");
const texts = ["b", "c"];

describe("a lane in which several deliveries of the tail wait", () => {
  it("needs no row, whichever of them is its head", async () => {
    const first = await tail.bench.accept();
    await tail.bench.commit({ appends: [anInboundAppend(), anInboundAppend()] });
    expect(rowsOfLanes()).toBe(0);
    const { inbound } = await tail.bench.stores.deliveries.backlog();
    expect(inbound).toMatchObject({ lanes: 1, waiting: 3 });
    expect(await tail.settleAll(first)).toEqual([1, 2, 3]);
    expect(rowsOfLanes()).toBe(0);
  });

  it("has a row once its head is to be retried, which counts all waiting deliveries", async () => {
    const first = await tail.bench.accept();
    await tail.bench.commit({ appends: [anInboundAppend(), anInboundAppend()] });
    await tail.bench.settle(first, retryAt(tail.bench.now + 5));
    expect(waiting()).toBe(3);
    tail.bench.now += 5;
    const [again] = await tail.bench.claim();
    expect(await tail.settleAll(again as Lease)).toEqual([1, 2, 3]);
  });

  it("has a row once no lease is left for its next head", async () => {
    const first = await tail.bench.accept();
    await tail.bench.commit({ appends: [anInboundAppend()] });
    expect((await tail.bench.settle(first, delivered, { inbound: 0 })).leases).toEqual([]);
    expect(rowsOfLanes()).toBe(1);
    const [second] = await tail.bench.claim();
    expect(second).toMatchObject({ attempt: 1, startedAt: tail.bench.now, head: { sequence: 2 } });
  });

  it("is unchanged after a commit with an unknown outcome", async () => {
    const first = await tail.bench.accept();
    await tail.bench.commit({ appends: [anInboundAppend()] });
    doubtCommit();
    const third = tail.bench.commit({ appends: [anInboundAppend()] });
    await expect(third).rejects.toMatchObject({ code: "store-failed" });
    expect(await tail.settleAll(first)).toEqual([1, 2, 3]);
  });
});

describe("after a crash a lane in which several wait", () => {
  async function secondOfThree(laterMs: number): Promise<Lease> {
    const id = await tail.bench.converse();
    const first = await tail.bench.reply(id, "a");
    const appends = texts.map((text) => anOutboundAppend(id, { messages: [aText(text)] }));
    await tail.bench.commit({ appends });
    tail.bench.now += laterMs;
    const { leases } = await tail.bench.settle(first, delivered);
    return leases[0] as Lease;
  }

  async function expectGoesOn(second: Lease): Promise<void> {
    tail.bench.now += 500;
    tail.crash();
    tail.bench.now = second.until;
    const [claimed] = await tail.bench.claim();
    const { startedAt, head } = second;
    expect(claimed).toMatchObject({ startedAt, head, attempt: 2 });
    expect(waiting()).toBe(2);
    expect(await tail.settleAll(claimed as Lease)).toEqual([3, 4]);
  }

  it.each([1_000, -1_000])(
    "goes on with the head that it had, from when that one began: %d ms after it came",
    async (laterMs) => {
      const second = await secondOfThree(laterMs);
      expect(second.startedAt).toBe(second.head.acceptedAt + laterMs);
      await expectGoesOn(second);
    },
  );

  it("does so also when the delivery before its head is not in the tail", async () => {
    tail.close();
    tail = new OpenedTail(3);
    const id = await tail.bench.converse();
    const first = await tail.bench.reply(id, "a");
    await tail.bench.converse("2");
    const [text] = texts;
    const append = anOutboundAppend(id, { messages: [aText(text as string)] });
    await tail.bench.commit({ appends: [append] });
    tail.bench.now += 1_000;
    const { leases } = await tail.bench.settle(first, delivered);
    const [second] = leases as [Lease];
    await tail.bench.converse("3");
    const written = tail.count("select value as n from counters where name = 'written'");
    const at = (sequence: number) =>
      tail.count(`select position as n from deliveries where sequence = ${sequence}
        and conversation = (select conversation from deliveries where position = 1)`);
    expect([at(2) <= written, at(3) > written, rowsOfLanes()]).toEqual([true, true, 0]);
    tail.crash();
    tail.bench.now = second.until;
    const [claimed] = await tail.bench.claim();
    expect(claimed).toMatchObject({ startedAt: second.startedAt, head: second.head });
  });
});
