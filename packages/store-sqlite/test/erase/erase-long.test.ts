import type { Append } from "@parley/core";
import { aText, anInboundAppend, anOutboundAppend, delivered, noLeases } from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OpenedStore } from "../support/opened-store.ts";

let opened: OpenedStore;

beforeEach(() => {
  opened = new OpenedStore();
});
afterEach(() => opened.close());

const rows = () => opened.count("select count(*) as n from deliveries");
const owed = () => opened.count("select value as n from counters where name = 'erased'");
const erase = (id: string) => opened.bench.stores.conversations.erase(id);

const texts = (count: number) => Array.from({ length: count }, (_, text) => aText(`${text}`));

/** Stores the messages of one append, and settles them one after the other. */
async function settleAll(append: Append): Promise<string> {
  let { leases } = await opened.bench.commit({ appends: [append] });
  const [first] = leases;
  while (leases.length > 0) {
    const settlements = leases.map(({ lane, token }) => ({ lane, token, verdict: delivered }));
    ({ leases } = await opened.bench.commit({ settlements }));
  }
  return first?.lane.conversationId ?? "";
}

/** A conversation with `count` settled messages. */
const converseFor = (count: number) => settleAll(anInboundAppend({ messages: texts(count) }));

describe("a long conversation is erased in short steps", () => {
  it("between which other calls are served", async () => {
    const id = await converseFor(1_200);
    const erased = erase(id);
    expect([rows(), owed()]).toEqual([700, 2]);
    await opened.bench.append(anInboundAppend({ visitorKey: "2" }), noLeases);
    expect(rows()).toBeGreaterThan(1);
    expect(await erased).toBe(true);
    expect([rows(), await opened.conversation(id)]).toEqual([1, null]);
  });

  it("of which the last erases waiting messages and those that arrived meanwhile", async () => {
    const id = await converseFor(600);
    const [lease] = (await opened.bench.commit({ appends: [anOutboundAppend(id)] })).leases;
    if (lease === undefined) throw new Error("nothing was leased");
    const erased = erase(id);
    expect((await opened.bench.settle(lease, delivered)).settlements).toEqual(["settled"]);
    await opened.bench.append(anInboundAppend(), noLeases);
    expect(await erased).toBe(true);
    expect([rows(), await opened.conversation(id)]).toEqual([0, null]);
    expect(opened.count("select count(*) as n from lanes")).toBe(0);
  });

  it("including messages after a waiting one, which is erased last", async () => {
    const id = await opened.bench.converse();
    await opened.bench.append(anInboundAppend(), noLeases);
    for (let round = 0; round < 30; round += 1)
      await settleAll(anOutboundAppend(id, { messages: texts(20) }));
    const erased = erase(id);
    expect(rows()).toBe(102);
    expect(await erased).toBe(true);
    expect(rows()).toBe(0);
  });

  it("including waiting messages, so that after a crash the rest is a working lane", async () => {
    const id = await converseFor(300);
    await opened.bench.append(anInboundAppend({ messages: texts(900) }), noLeases);
    const erased = erase(id);
    opened.crash();
    await expect(erased).rejects.toMatchObject({ code: "store-closed" });
    const sequences: number[] = [];
    let leases = await opened.bench.claim();
    while (leases.length > 0) {
      sequences.push(...leases.map(({ head }) => head.sequence));
      const settlements = leases.map(({ lane, token }) => ({ lane, token, verdict: delivered }));
      ({ leases } = await opened.bench.commit({ settlements }));
    }
    const left = Array.from({ length: 699 }, (_, index) => 502 + index);
    expect(sequences).toEqual([301, ...left]);
    expect(await erase(id)).toBe(true);
    expect(rows()).toBe(0);
  });

  it("so that the rest after a crash is consistent, and can be erased", async () => {
    const id = await converseFor(600);
    await opened.bench.append(anOutboundAppend(id), noLeases);
    const erased = erase(id);
    opened.crash();
    await expect(erased).rejects.toMatchObject({ code: "store-closed" });
    expect(rows()).toBe(101);
    const [claimed] = await opened.bench.claim();
    expect(claimed?.head.sequence).toBe(601);
    expect(await erase(id)).toBe(true);
    expect(rows()).toBe(0);
  });
});
