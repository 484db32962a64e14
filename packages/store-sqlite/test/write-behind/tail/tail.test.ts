import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  aBudget,
  anInboundAppend,
  anOutboundAppend,
  delivered,
  failed,
  retryAt,
} from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../../../src/connection/database.ts";
import { fileName, storesOver } from "../../support/opened-stores.ts";
import { OpenedTail } from "./opened-tail.ts";

let tail: OpenedTail;

beforeEach(() => {
  tail = new OpenedTail();
});
afterEach(() => tail.close());

const rowsOfLanes = () => tail.count("select count(*) as n from lanes");

describe("a message that is leased as it arrives", () => {
  it("writes only its own row, until the backlog is listed", async () => {
    await tail.bench.accept();
    expect(rowsOfLanes()).toBe(0);
    const page = { before: null, limit: 10 };
    const listed = await tail.bench.stores.deliveries.deliveries({ state: "waiting" }, page);
    expect(listed.items).toHaveLength(1);
    expect(rowsOfLanes()).toBe(1);
  });

  it("holds its lane against the next message, which gets the lane's next lease", async () => {
    const first = await tail.bench.accept();
    expect((await tail.bench.commit({ appends: [anInboundAppend()] })).leases).toEqual([]);
    const { leases } = await tail.bench.settle(first, delivered);
    expect(leases.map(({ head }) => head.sequence)).toEqual([2]);
  });

  it("is due again when its lease ends without a settlement", async () => {
    const first = await tail.bench.accept();
    expect((await tail.bench.stores.messages.nextDueAt()).inbound).toBe(first.until);
    tail.bench.now = first.until;
    const [second] = await tail.bench.claim({ owner: "node-b" });
    expect(second).toMatchObject({ attempt: 2, startedAt: first.startedAt });
    expect((await tail.bench.trySettle(first, delivered)).settlements).toEqual(["stale"]);
  });

  it("takes a slot of its channel if it is outbound, and gives it back", async () => {
    const [one, other] = [await tail.bench.converse("1"), await tail.bench.converse("2")];
    const budget = { seriesPerChannel: 1 };
    const first = await tail.bench.reply(one, "a", budget);
    expect(
      (await tail.bench.commit({ appends: [anOutboundAppend(other)] }, budget)).leases,
    ).toEqual([]);
    const { leases } = await tail.bench.settle(first, delivered, budget);
    expect(leases.map(({ lane }) => lane.conversationId)).toEqual([other]);
  });
});

describe("after a crash the tail restores", () => {
  it("which lanes were leased, since when and until when", async () => {
    const id = await tail.bench.converse();
    tail.bench.now += 5;
    const inbound = await tail.bench.accept();
    const outbound = await tail.bench.reply(id);
    tail.crash();
    tail.bench.now += 1;
    expect(await tail.bench.claim()).toEqual([]);
    tail.bench.now = outbound.until;
    const claimed = [...(await tail.bench.claim())];
    tail.bench.now = inbound.until;
    claimed.push(...(await tail.bench.claim({ outbound: 0 })));
    expect(claimed).toMatchObject([
      { head: outbound.head, attempt: 2, startedAt: outbound.startedAt },
      { head: inbound.head, attempt: 2, startedAt: inbound.startedAt },
    ]);
    for (const { token } of claimed) expect(token).toBeGreaterThan(outbound.token);
  });

  it("leases of a dead process, which can be released at once", async () => {
    await tail.bench.accept();
    tail.crash();
    await tail.bench.stores.messages.release({ owner: "node-b", scope: "dead" }, tail.bench.now);
    expect(await tail.bench.claim({ owner: "node-b" })).toHaveLength(1);
  });

  it("settled deliveries, so that none is repeated", async () => {
    await tail.bench.converse();
    tail.crash();
    expect(rowsOfLanes()).toBe(0);
    expect(await tail.bench.stores.messages.nextDueAt()).toMatchObject({ inbound: null });
  });

  it("the last sequence and instant of each conversation", async () => {
    const id = await tail.bench.converse("1");
    await tail.bench.converse("2");
    tail.bench.now += 1_000;
    await tail.bench.settle(await tail.bench.reply(id), delivered);
    tail.crash();
    const page = await tail.bench.stores.conversations.list({ before: null, limit: 10 });
    expect(page.items.map(({ visitorKey, lastMessageAt }) => [visitorKey, lastMessageAt])).toEqual([
      ["1", tail.bench.now],
      ["2", tail.bench.now - 1_000],
    ]);
    expect((await tail.bench.accept()).head.sequence).toBe(3);
  });

  it("the sequence of a deleted report, which is not reused", async () => {
    const id = await tail.bench.converse();
    const { leases } = await tail.bench.settle(await tail.bench.reply(id), failed("{}"));
    const [report] = leases;
    if (report === undefined) throw new Error("no report was leased");
    await tail.bench.settle(report, delivered);
    tail.crash();
    expect((await tail.bench.accept()).head.sequence).toBe(4);
  });

  it("the same for messages after an erasure", async () => {
    await tail.bench.converse("1");
    await tail.bench.stores.conversations.erase(await tail.bench.converse("2"));
    const lease = await tail.bench.accept(anInboundAppend({ visitorKey: "3" }));
    tail.crash();
    tail.bench.now = lease.until;
    expect((await tail.bench.claim()).map(({ lane }) => lane.conversationId)).toEqual([
      "shop-key-3",
    ]);
  });

  it("no lease of a delivered report", async () => {
    const lease = await tail.bench.accept();
    await tail.bench.stores.conversations.list({ before: null, limit: 1 });
    await tail.bench.settle(lease, delivered);
    tail.crash();
    expect(rowsOfLanes()).toBe(0);
  });
});

it("a restart repairs every instant that is too far ahead, however many there are", async () => {
  const many = 2_100;
  const appends = Array.from({ length: many }, (_, visitor) =>
    anInboundAppend({ visitorKey: `${visitor}` }),
  );
  const { leases } = await tail.bench.commit({ appends }, { inbound: many });
  const ahead = retryAt(tail.bench.now + 600_000);
  const settlements = leases.map(({ lane, token }) => ({ lane, token, verdict: ahead }));
  await tail.bench.commit({ settlements });
  await tail.bench.stores.messages.release({ owner: "node-b", scope: "dead" }, tail.bench.now);
  expect(await tail.bench.claim({ inbound: many })).toHaveLength(many);
});

it("a copy of a file in use contains the same data", async () => {
  const lease = await tail.bench.accept();
  const later = join(tail.directory, "copy");
  mkdirSync(later);
  await tail.database.copyTo(join(later, fileName), () => {}, new AbortController().signal);
  const copy = Database.open({ directory: later, fileName });
  try {
    const [claimed] = await storesOver(copy).messages.claim(lease.until, aBudget());
    expect(claimed?.head).toEqual(lease.head);
  } finally {
    copy.close();
  }
});
