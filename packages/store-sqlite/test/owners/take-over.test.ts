import { aBackendPause, anInboundAppend, anOutboundAppend, delivered } from "@parley/conformance";
import type { BackendsInUse, Lease, Verdict } from "@parley/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "../../src/connection/connection.ts";
import { OpenedStore } from "../support/opened-store.ts";
import { wrongDataOf } from "../support/wrong-data.ts";

const each = { inbound: 9, reports: 9, notices: 9 };
const forSales = { others: { sales: each } };
const rejected = {
  kind: "failed",
  failure: { reason: "rejected" },
  report: "{}",
  record: null,
} as const;
const takesDefault: BackendsInUse = { names: ["sales"], takesDefault: "sales" };
let opened: OpenedStore;

beforeEach(() => {
  opened = new OpenedStore();
});
afterEach(() => opened.close());

const open = (backends: BackendsInUse) => opened.bench.stores.backends.open(backends);
const wrongData = () => wrongDataOf((sql) => opened.count(sql));

/** A message of an agent fails, and both backends are to be told in one conversation. */
async function reportToBoth(): Promise<string> {
  const { bench } = opened;
  await open({ names: ["default", "sales"], takesDefault: null });
  const id = await bench.converse();
  for (const tells of ["sales", "default", "sales"]) {
    const verdict: Verdict = { ...rejected, report: JSON.stringify({ tells }), tells };
    await bench.settle(await bench.reply(id), verdict, { reports: 0 });
  }
  return id;
}

const told = (leases: readonly Lease[]) =>
  leases.map(({ lane, backend, head }) => `${backend} ${lane.kind} ${head.sequence}`);

describe("a backend that takes default over", () => {
  it("has its lanes, pauses and sent messages, also after a restart", async () => {
    const { bench } = opened;
    await bench.stores.pauses.save(aBackendPause());
    await bench.store(anInboundAppend({ visitorKey: "a" }), { inbound: 0 });
    const sent = await bench.reply(await bench.converse("b"));
    await open(takesDefault);
    expect((await bench.stores.pauses.pauses()).map(({ backend }) => backend)).toEqual(["sales"]);
    expect(await bench.stores.messages.nextDueAt("sales")).toMatchObject({ inbound: bench.now });
    await bench.settle(sent, { ...rejected, tells: "sales" }, { reports: 0 });
    await opened.reopen();
    expect(told(await opened.bench.claim(forSales))).toEqual([
      "sales inbound 1",
      "sales reports 3",
    ]);
    expect(wrongData()).toEqual([]);
  });

  it("has one lane for what both were to be told, in its order", async () => {
    const id = await reportToBoth();
    expect(opened.count("select count(*) as n from lanes")).toBe(2);
    await open(takesDefault);
    expect(opened.count("select count(*) as n from lanes")).toBe(1);
    expect(wrongData()).toEqual([]);
    await opened.reopen();
    const { bench } = opened;
    const [first] = await bench.claim(forSales);
    if (first === undefined) throw new Error("nothing is told");
    expect(told([first])).toEqual(["sales reports 3"]);
    const second = (await bench.settle(first, delivered, forSales)).leases;
    const third = (await bench.settle(second[0] as Lease, delivered, forSales)).leases;
    expect(told([...second, ...third])).toEqual(["sales reports 5", "sales reports 7"]);
    expect((await bench.settle(third[0] as Lease, delivered, forSales)).leases).toEqual([]);
    const { owner } = (await opened.conversation(id)) ?? {};
    expect(owner?.backend).toBe("sales");
  });

  it("has its own conversations besides, and those it gets from then on", async () => {
    await open({ names: ["default", "sales"], takesDefault: null });
    const { bench } = opened;
    await bench.store(anInboundAppend({ visitorKey: "a", backend: "sales" }), { inbound: 0 });
    await bench.store(anOutboundAppend("shop-key-a"), { outbound: 0 });
    await bench.store(anInboundAppend({ visitorKey: "b" }), { inbound: 0 });
    await open(takesDefault);
    await open(takesDefault);
    await opened.reopen();
    await open(takesDefault);
    await opened.bench.store(anInboundAppend({ visitorKey: "c", backend: "sales" }), {
      inbound: 0,
    });
    const { owners } = opened.bench.stores;
    expect(await owners.counts()).toEqual([{ backend: "sales", assignee: null, conversations: 3 }]);
    const page = { before: null, limit: 10 };
    expect((await owners.owned({ backends: ["sales"] }, page)).items.length).toBe(3);
    expect(told(await opened.bench.claim(forSales)).toSorted()).toEqual([
      "sales inbound 1",
      "sales inbound 1",
      "sales inbound 1",
      "sales outbound 2",
    ]);
    expect(wrongData()).toEqual([]);
  });

  it("is meant by the name default from then on, also after a restart", async () => {
    const { bench } = opened;
    await open(takesDefault);
    const id = (await bench.accept(anInboundAppend({ backend: "sales" }), forSales)).lane
      .conversationId;
    const sent = await bench.reply(id);
    await opened.reopen();
    const told = { ...rejected, report: '{"about":2}' };
    expect((await opened.bench.settle(sent, told, forSales)).leases).toMatchObject([
      { backend: "sales", lane: { kind: "reports" } },
    ]);
    const { messages } = opened.bench.stores;
    expect(await messages.nextDueAt()).toEqual(await messages.nextDueAt("sales"));
    expect((await messages.nextDueAt()).reports).not.toBeNull();
  });

  it("leaves the name free for another backend", async () => {
    await opened.bench.converse("a");
    await open(takesDefault);
    await open({ names: ["sales", "default"], takesDefault: null });
    const { bench } = opened;
    await bench.store(anInboundAppend({ visitorKey: "b" }), { inbound: 0 });
    await opened.reopen();
    const counts = await opened.bench.stores.owners.counts();
    expect(counts.toSorted((a, b) => ((a.backend ?? "") < (b.backend ?? "") ? -1 : 1))).toEqual([
      { backend: "default", assignee: null, conversations: 1 },
      { backend: "sales", assignee: null, conversations: 1 },
    ]);
  });
});

describe("opening backends", () => {
  it("writes nothing when all are known", async () => {
    const names = { names: ["default", "sales"], takesDefault: null };
    await open(names);
    const run = vi.spyOn(Connection.prototype, "run");
    await open(names);
    await open({ names: ["default"], takesDefault: "default" });
    expect(run).not.toHaveBeenCalled();
    run.mockRestore();
  });

  it("that fails leaves no name known", async () => {
    opened.database.read((connection) =>
      connection.script(`create temp trigger refuse before insert on main.backends
        begin select raise(rollback, 'not today'); end`),
    );
    await expect(open({ names: ["sales"], takesDefault: null })).rejects.toMatchObject({
      code: "store-failed",
    });
    const append = anInboundAppend({ backend: "sales" });
    await expect(opened.bench.append(append)).rejects.toMatchObject({ code: "store-failed" });
    expect(opened.count("select oldest_reader as n from parley_schema")).toBe(1);
  });
});
