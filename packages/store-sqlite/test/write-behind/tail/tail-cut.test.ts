import { aText, anInboundAppend, delivered, noLeases } from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OpenedTail } from "./opened-tail.ts";

let tail: OpenedTail;

beforeEach(() => {
  tail = new OpenedTail();
});
afterEach(() => tail.close());

describe("the tail is cut", () => {
  const written = () => tail.count("select value as n from counters where name = 'written'");
  const newest = () => tail.count("select coalesce(max(position), 0) as n from deliveries");
  const batch = (round: number) =>
    Array.from({ length: 100 }, (_, visitor) =>
      anInboundAppend({ visitorKey: `${visitor}`, messages: [aText(`${round}`)] }),
    );

  async function fillTo(position: number): Promise<void> {
    const missing = position - newest();
    for (let left = missing; left > 0; left -= 100) {
      const texts = Array.from({ length: Math.min(100, left) }, (_, text) => aText(`${text}`));
      await tail.bench.append(anInboundAppend({ visitorKey: "filler", messages: texts }));
    }
    expect(newest()).toBe(position);
  }

  it("so that little is read after a crash, however long a process lived and a lease is held", async () => {
    const stuck = await tail.bench.accept(anInboundAppend({ visitorKey: "stuck" }));
    for (let round = 0; round < 100; round += 1) {
      const { leases } = await tail.bench.commit({ appends: batch(round) });
      const settlements = leases.map(({ lane, token }) => ({ lane, token, verdict: delivered }));
      await tail.bench.commit({ settlements });
    }
    expect(newest()).toBe(10_001);
    expect(newest() - written()).toBeLessThan(8_192 + 200);
    expect(written()).toBeGreaterThan(1_000);
    expect((await tail.bench.settle(stuck, delivered)).settlements).toEqual(["settled"]);
    const found = await tail.conversation("shop-key-7");
    expect(found?.lastMessageAt).toBe(tail.bench.now);
  });

  it("between two messages of one commit, in whatever order their conversations were read", async () => {
    const [one, other] = [
      anInboundAppend({ visitorKey: "a" }),
      anInboundAppend({ visitorKey: "b" }),
    ];
    await fillTo(1_100);
    await tail.bench.converse("b");
    const lease = await tail.bench.accept(one);
    await fillTo(1_199);
    await tail.bench.commit({
      settlements: [{ lane: lease.lane, token: lease.token, verdict: delivered }],
      appends: [other, one],
    });
    await fillTo(8_192);
    const texts = Array.from({ length: 1_200 }, (_, text) => aText(`${text}`));
    await tail.bench.append(anInboundAppend({ visitorKey: "filler", messages: texts }));
    expect(written()).toBe(0);
    await tail.bench.commit({});
    expect(written()).toBe(1_200);
    tail.crash();
    expect(await tail.bench.append(other)).toMatchObject({ sequences: [3] });
    expect((await tail.bench.messages("shop-key-b")).map(({ sequence }) => sequence)).toEqual([
      1, 2, 3,
    ]);
  });

  it("in a transaction that failed it stays as long as it was", async () => {
    const leases = [];
    for (let round = 0; round < 53; round += 1) {
      const visitors = batch(round).map((one) => ({
        ...one,
        visitorKey: `${round}-${one.visitorKey}`,
        candidateId: `${round}-${one.visitorKey}`,
      }));
      leases.push(...(await tail.bench.commit({ appends: visitors }, { inbound: 20 })).leases);
      if (round === 51) tail.breakOnce();
      if (round === 51)
        await expect(tail.bench.append(anInboundAppend())).rejects.toMatchObject({
          code: "store-failed",
        });
    }
    const settlements = leases.map(({ lane, token }) => ({ lane, token, verdict: delivered }));
    const answers = (await tail.bench.commit({ settlements }, noLeases)).settlements;
    expect(new Set(answers)).toEqual(new Set(["settled"]));
    expect(answers).toHaveLength(53 * 20);
  });
});
