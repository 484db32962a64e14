import {
  anInboundAppend,
  anOutboundAppend,
  anOwnerAppend,
  delivered,
  noLeases,
} from "@parley/conformance";
import type { Append, AppendResult } from "@parley/core";
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { freshSchema, stopPostgres } from "../support/opened-stores.ts";
import { connect, id, Node, toSales } from "./support/owner-node.ts";

const toDefault = anOwnerAppend(id, { backend: "default", assignee: null });
const bySales = { backends: ["sales"], fence: 1 };
const byDefault = { backends: ["default"], fence: 0 };
let schema = "";

beforeEach(() => {
  schema = freshSchema();
});
afterAll(stopPostgres);

/** Another program's transaction that has locked the conversation. */
async function locker(): Promise<{ release: () => Promise<void> }> {
  const client = await connect();
  await client.query("begin");
  await client.query(`select from ${schema}.conversations for update`);
  return { release: async () => void (await client.query("rollback")) };
}

describe("a transition on one node", () => {
  it("makes the call of another node stale, and offers the event to the new owner", async () => {
    const [here, there] = [await Node.start(schema, "here"), await Node.start(schema, "there")];
    const [lease] = (await here.commit([anInboundAppend()])).leases;
    if (lease === undefined) throw new Error("nothing was leased");
    expect(lease.backend).toBe("default");
    await there.commit([toSales], [], { ...noLeases, others: {} });
    const late = { lane: lease.lane, token: lease.token, verdict: delivered };
    expect((await here.commit([], [late])).settlements).toEqual(["stale"]);
    const [again, ...others] = await here.claim();
    expect(others).toEqual([]);
    expect(again).toMatchObject({ backend: "sales", attempt: 1, lane: lease.lane });
    expect(again?.head).toEqual(lease.head);
    expect(again?.conversation.owner).toEqual({ backend: "sales", assignee: null, fence: 1 });
  });

  it("refuses what the old owner sends through a node that has cached the conversation", async () => {
    const [here, there] = [await Node.start(schema, "here"), await Node.start(schema, "there")];
    const send = anOutboundAppend(id, { by: byDefault });
    await here.append(anInboundAppend());
    expect(await here.append(send)).toMatchObject({ status: "stored" });
    await there.append(toSales);
    expect(await here.append(send)).toEqual({ status: "refused", refusal: "not-owner" });
    expect(await here.append({ ...send, by: bySales })).toMatchObject({ status: "stored" });
  });
});

describe("a send and a transition that wait for the same conversation", () => {
  const send = anOutboundAppend(id, { by: byDefault });
  const orders: readonly (readonly [string, Append, Append, readonly string[]])[] = [
    ["the transition first: the send is refused", toSales, send, ["stored", "refused"]],
    ["the send first: both are stored", send, toSales, ["stored", "stored"]],
  ];

  it.each(orders)("%s", async (_, first, second, answers) => {
    const [here, there] = [await Node.start(schema, "here"), await Node.start(schema, "there")];
    for (const node of [here, there]) {
      await node.append(anInboundAppend());
      // Once it has seen that no earlier node runs, a transition is one transaction.
      expect(await node.append(toDefault)).toMatchObject({ status: "repeated" });
    }
    const { one, letGo } = await held(here, first);
    const other = patiently(there, second);
    await somebodyWaits();
    letGo();
    const found = [await one, await other];
    expect(found.map((answer) => answer?.status)).toEqual(answers);
    expect(await here.owner()).toMatchObject({ backend: "sales", fence: 1 });
  });

  it("two transitions under one fence: one is refused", async () => {
    const [here, there] = [await Node.start(schema, "here"), await Node.start(schema, "there")];
    await here.append(anInboundAppend());
    const found = await Promise.all([here.append(toSales), there.append(toSales)]);
    expect(found.map((answer) => answer?.status).toSorted()).toEqual(["refused", "stored"]);
    expect(found).toContainEqual({ status: "refused", refusal: "stale-fence" });
    expect((await here.stores.owners.history(id, { before: null, limit: 9 })).items).toHaveLength(
      1,
    );
  });
});

it("a transition of a conversation that stays locked is answered as locked, and nothing of it is stored", async () => {
  const node = await Node.start(schema, "here");
  await node.append(anInboundAppend());
  const { release } = await locker();
  const other = anInboundAppend({ visitorKey: "2", candidateId: "c2" });
  const { appends } = await node.commit([toSales, other]);
  expect(appends).toMatchObject([{ status: "unavailable", isLocked: true }, { status: "stored" }]);
  await release();
  expect(await node.owner()).toMatchObject({ backend: "default", fence: 0 });
  expect(await node.append(toSales)).toMatchObject({ status: "stored" });
});

describe("a node that runs while another one", () => {
  it("adds a backend, reads its conversations, messages and lanes", async () => {
    const here = await Node.start(schema, "here", ["default"]);
    const there = await Node.start(schema, "there", ["sales", "night"]);
    await there.append(anInboundAppend({ backend: "night" }));
    expect(await here.owner()).toMatchObject({ backend: "night" });
    const send = anOutboundAppend(id, { by: { backends: ["night"], fence: null } });
    const { leases } = await here.commit([send]);
    expect(leases).toMatchObject([{ backend: "night", lane: { kind: "outbound" } }]);
    expect(await here.append({ ...toSales })).toMatchObject({ status: "stored" });
  });

  it("adds a backend, claims what waits without it", async () => {
    const here = await Node.start(schema, "here", ["default"]);
    const there = await Node.start(schema, "there", ["night"]);
    await there.commit([anInboundAppend({ backend: "night" })], [], noLeases);
    await there.commit([anOutboundAppend(id)], [], noLeases);
    expect(await here.claim()).toMatchObject([{ backend: "night", lane: { kind: "outbound" } }]);
    expect((await here.stores.deliveries.backlog()).backends["night"]?.inbound.waiting).toBe(1);
  });

  it("gives `default` another name, goes on under the old one", async () => {
    const here = await Node.start(schema, "here", ["default"]);
    await here.append(anInboundAppend());
    const there = await Node.start(schema, "there");
    await there.stores.backends.open({ names: ["sales", "desk"], takesDefault: "desk" });
    const send = anOutboundAppend(id, { by: byDefault });
    expect(await here.append(send)).toMatchObject({ status: "stored" });
    await here.append(anInboundAppend({ visitorKey: "2", candidateId: "c2", backend: "sales" }));
    expect(await here.owner()).toMatchObject({ backend: "desk" });
    expect(await here.append(send)).toMatchObject({ status: "stored" });
    const third = anInboundAppend({ visitorKey: "3", candidateId: "c3" });
    expect((await here.commit([third])).leases).toMatchObject([{ backend: "default" }]);
    const { counts } = there.stores.owners;
    expect(await counts.call(there.stores.owners)).toContainEqual({
      backend: "desk",
      assignee: null,
      conversations: 2,
    });
  });
});

/** Appends, and stops in front of the end of the transaction: it has its locks, and has read. */
async function held(node: Node, append: Append) {
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { database } = node;
  const transact = database.transact.bind(database);
  vi.spyOn(database, "transact").mockImplementationOnce((work, lockTimeoutMs) =>
    transact(async (session) => {
      const result = await work(session);
      reached.resolve();
      await gate.promise;
      return result;
    }, lockTimeoutMs),
  );
  onTestFinished(() => gate.resolve());
  const one = node.append(append);
  await reached.promise;
  return { one, letGo: () => gate.resolve() };
}

/** Appends, and waits for the lock for as long as it takes. */
function patiently(node: Node, append: Append): Promise<AppendResult | undefined> {
  const { database } = node;
  const transact = database.transact.bind(database);
  vi.spyOn(database, "transact").mockImplementationOnce((work) => transact(work, 60_000));
  return node.append(append);
}

async function somebodyWaits(): Promise<void> {
  const client = await connect();
  await vi.waitFor(async () => {
    const waiting = await client.query("select from pg_locks where not granted");
    expect(waiting.rowCount).toBeGreaterThan(0);
  }, 10_000);
}

it("conversations of a backend that only another node has opened are listed", async () => {
  const here = await Node.start(schema, "here");
  const there = await Node.start(schema, "there", ["sales", "night"]);
  await there.append(anInboundAppend({ backend: "night" }));
  const page = { before: null, limit: 9 };
  const { items } = await here.stores.owners.owned({ backends: ["night"] }, page);
  expect(items.map(({ owner }) => owner.backend)).toEqual(["night"]);
});
