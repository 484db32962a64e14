import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  aBudget,
  aResendAppend,
  anInboundAppend,
  anOutboundAppend,
  delivered,
  failed,
  retryAt,
} from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../src/connection/database.ts";
import { fileName, storesOver } from "./support/opened-stores.ts";
import { OpenedStore } from "./support/opened-store.ts";

let opened: OpenedStore;

beforeEach(() => {
  opened = new OpenedStore();
});
afterEach(() => opened.close());

const rowsOfLanes = () => opened.count("select count(*) as n from lanes");

describe("a message that is leased as it arrives", () => {
  it("holds its lane against the next message, which gets the lane's next lease", async () => {
    const first = await opened.bench.accept();
    expect((await opened.bench.commit({ appends: [anInboundAppend()] })).leases).toEqual([]);
    const { leases } = await opened.bench.settle(first, delivered);
    expect(leases.map(({ head }) => head.sequence)).toEqual([2]);
  });

  it("is due again when its lease ends without a settlement", async () => {
    const first = await opened.bench.accept();
    expect((await opened.bench.stores.messages.nextDueAt()).inbound).toBe(first.until);
    opened.bench.now = first.until;
    const [second] = await opened.bench.claim({ owner: "node-b" });
    expect(second).toMatchObject({ attempt: 2, startedAt: first.startedAt });
    expect((await opened.bench.trySettle(first, delivered)).settlements).toEqual(["stale"]);
  });

  it("takes a slot of its channel if it is outbound, and gives it back", async () => {
    const [one, other] = [await opened.bench.converse("1"), await opened.bench.converse("2")];
    const budget = { seriesPerChannel: 1 };
    const first = await opened.bench.reply(one, "a", budget);
    expect(
      (await opened.bench.commit({ appends: [anOutboundAppend(other)] }, budget)).leases,
    ).toEqual([]);
    const { leases } = await opened.bench.settle(first, delivered, budget);
    expect(leases.map(({ lane }) => lane.conversationId)).toEqual([other]);
  });
});

describe("a crash leaves", () => {
  it("which lanes were leased, since when and until when", async () => {
    const id = await opened.bench.converse();
    opened.bench.now += 5;
    const inbound = await opened.bench.accept();
    const outbound = await opened.bench.reply(id);
    opened.crash();
    opened.bench.now += 1;
    expect(await opened.bench.claim()).toEqual([]);
    opened.bench.now = outbound.until;
    const claimed = [...(await opened.bench.claim())];
    opened.bench.now = inbound.until;
    claimed.push(...(await opened.bench.claim({ outbound: 0 })));
    expect(claimed).toMatchObject([
      { head: outbound.head, attempt: 2, startedAt: outbound.startedAt },
      { head: inbound.head, attempt: 2, startedAt: inbound.startedAt },
    ]);
    for (const { token } of claimed) expect(token).toBeGreaterThan(outbound.token);
  });

  it("leases of a dead process, which can be released at once", async () => {
    await opened.bench.accept();
    opened.crash();
    await opened.bench.stores.messages.release(
      { owner: "node-b", scope: "dead" },
      opened.bench.now,
    );
    expect(await opened.bench.claim({ owner: "node-b" })).toHaveLength(1);
  });

  it("the order of a lane in which several wait, a resend among them", async () => {
    const { bench } = opened;
    const id = await bench.converse();
    await bench.settle(await bench.reply(id, "failed"), failed(null));
    const head = await bench.reply(id, "a");
    await bench.append(anOutboundAppend(id));
    await bench.append(aResendAppend(id, 2, "outbound"));
    await bench.append(anOutboundAppend(id));
    opened.crash();
    opened.bench.now = head.until;
    const [claimed] = await opened.bench.claim();
    if (claimed === undefined) throw new Error("nothing was claimed");
    expect(claimed).toMatchObject({ head: head.head, attempt: 2, startedAt: head.startedAt });
    expect(await opened.settleAll(claimed)).toEqual([3, 4, 5, 6]);
    const listed = await opened.bench.messages(id);
    expect(listed.map(({ sequence, state }) => `${sequence} ${state}`)).toEqual(
      [1, 2, 3, 4, 6].map((sequence) => `${sequence} delivered`),
    );
  });

  it("settled deliveries, so that none is repeated", async () => {
    await opened.bench.converse();
    opened.crash();
    expect(rowsOfLanes()).toBe(0);
    expect(await opened.bench.stores.messages.nextDueAt()).toMatchObject({ inbound: null });
  });

  it("the last sequence and instant of each conversation", async () => {
    const id = await opened.bench.converse("1");
    await opened.bench.converse("2");
    opened.bench.now += 1_000;
    await opened.bench.settle(await opened.bench.reply(id), delivered);
    opened.crash();
    const page = await opened.bench.stores.conversations.list({ before: null, limit: 10 });
    expect(page.items.map(({ visitorKey, lastMessageAt }) => [visitorKey, lastMessageAt])).toEqual([
      ["1", opened.bench.now],
      ["2", opened.bench.now - 1_000],
    ]);
    expect((await opened.bench.accept()).head.sequence).toBe(3);
  });

  it("the sequence of a deleted report, which is not reused", async () => {
    const id = await opened.bench.converse();
    const { leases } = await opened.bench.settle(await opened.bench.reply(id), failed("{}"));
    const [report] = leases;
    if (report === undefined) throw new Error("no report was leased");
    await opened.bench.settle(report, delivered);
    opened.crash();
    expect((await opened.bench.accept()).head.sequence).toBe(4);
  });

  it("the same for messages after an erasure", async () => {
    await opened.bench.converse("1");
    await opened.bench.stores.conversations.erase(await opened.bench.converse("2"));
    const lease = await opened.bench.accept(anInboundAppend({ visitorKey: "3" }));
    opened.crash();
    opened.bench.now = lease.until;
    expect((await opened.bench.claim()).map(({ lane }) => lane.conversationId)).toEqual([
      "shop-key-3",
    ]);
  });
});

it("a restart repairs every instant that is too far ahead, however many there are", async () => {
  const many = 2_100;
  const appends = Array.from({ length: many }, (_, visitor) =>
    anInboundAppend({ visitorKey: `${visitor}` }),
  );
  const { leases } = await opened.bench.commit({ appends }, { inbound: many });
  const ahead = retryAt(opened.bench.now + 600_000);
  const settlements = leases.map(({ lane, token }) => ({ lane, token, verdict: ahead }));
  await opened.bench.commit({ settlements });
  await opened.bench.stores.messages.release({ owner: "node-b", scope: "dead" }, opened.bench.now);
  expect(await opened.bench.claim({ inbound: many })).toHaveLength(many);
});

it("a copy of a file in use contains the same data", async () => {
  const lease = await opened.bench.accept();
  const later = join(opened.directory, "copy");
  mkdirSync(later);
  await opened.database.copyTo(join(later, fileName), () => {}, new AbortController().signal);
  const copy = Database.open({ directory: later, fileName });
  try {
    const [claimed] = await storesOver(copy).messages.claim(lease.until, aBudget());
    expect(claimed?.head).toEqual(lease.head);
  } finally {
    copy.close();
  }
});
