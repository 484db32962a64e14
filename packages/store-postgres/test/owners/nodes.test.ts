import {
  aBudget,
  anInboundAppend,
  anOutboundAppend,
  anOwnerAppend,
  delivered,
  noLeases,
} from "@parley/conformance";
import type { Append, AppendResult, CommitResult, LeaseBudget, Settlement } from "@parley/core";
import { Client } from "pg";
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../support/opened-stores.ts";

const now = 1_700_000_000_000;
const id = "shop-key-1";
const each = { inbound: 9, reports: 9, notices: 9 };
const forSales = { others: { sales: each } };
const toSales = anOwnerAppend(id, { backend: "sales", assignee: null });
const toDefault = anOwnerAppend(id, { backend: "default", assignee: null });
const bySales = { backends: ["sales"], fence: 1 };
const byDefault = { backends: ["default"], fence: 0 };
let schema = "";

beforeEach(() => {
  schema = freshSchema();
});
afterAll(stopPostgres);

class Node {
  readonly database: Database;
  readonly stores: ReturnType<typeof storesOver>;
  readonly #owner: string;

  private constructor(database: Database, owner: string) {
    this.database = database;
    this.stores = storesOver(database);
    this.#owner = owner;
  }

  static async start(owner: string, names: readonly string[] = ["sales"]): Promise<Node> {
    const { connectionString: connection } = await postgres();
    const database = await Database.open({ connection, schema, allowNonDurable: true });
    onTestFinished(() => database.close());
    const node = new Node(database, owner);
    await node.stores.backends.open({ names, takesDefault: null });
    return node;
  }

  commit(
    appends: readonly Append[],
    settlements: readonly Settlement[] = [],
    changes: Partial<LeaseBudget> = {},
  ): Promise<CommitResult> {
    const budget = aBudget({ owner: this.#owner, ...forSales, ...changes });
    return this.stores.messages.commit({ appends, settlements }, now, budget);
  }

  async append(one: Append): Promise<AppendResult | undefined> {
    return (await this.commit([one])).appends[0];
  }

  claim() {
    return this.stores.messages.claim(now, aBudget({ owner: this.#owner, ...forSales }));
  }

  async owner() {
    return (await this.stores.conversations.find({ id }))?.owner;
  }
}

/** Another program's transaction that has locked the conversation. */
async function locker(): Promise<{ release: () => Promise<void> }> {
  const client = await connect();
  await client.query("begin");
  await client.query(`select from ${schema}.conversations for update`);
  return { release: async () => void (await client.query("rollback")) };
}

describe("a transition on one node", () => {
  it("makes the call of another node stale, and offers the event to the new owner", async () => {
    const [here, there] = [await Node.start("here"), await Node.start("there")];
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
    const [here, there] = [await Node.start("here"), await Node.start("there")];
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
    const [here, there] = [await Node.start("here"), await Node.start("there")];
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
    const [here, there] = [await Node.start("here"), await Node.start("there")];
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
  const node = await Node.start("here");
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
    const here = await Node.start("here", ["default"]);
    const there = await Node.start("there", ["sales", "night"]);
    await there.append(anInboundAppend({ backend: "night" }));
    expect(await here.owner()).toMatchObject({ backend: "night" });
    const send = anOutboundAppend(id, { by: { backends: ["night"], fence: null } });
    const { leases } = await here.commit([send]);
    expect(leases).toMatchObject([{ backend: "night", lane: { kind: "outbound" } }]);
    expect(await here.append({ ...toSales })).toMatchObject({ status: "stored" });
  });

  it("adds a backend, claims what waits without it", async () => {
    const here = await Node.start("here", ["default"]);
    const there = await Node.start("there", ["night"]);
    await there.commit([anInboundAppend({ backend: "night" })], [], noLeases);
    await there.commit([anOutboundAppend(id)], [], noLeases);
    expect(await here.claim()).toMatchObject([{ backend: "night", lane: { kind: "outbound" } }]);
    expect((await here.stores.deliveries.backlog()).backends["night"]?.inbound.waiting).toBe(1);
  });

  it("gives `default` another name, goes on under the old one", async () => {
    const here = await Node.start("here", ["default"]);
    await here.append(anInboundAppend());
    const there = await Node.start("there");
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

it("a backend that has a number already takes `default` over with everything that both have", async () => {
  const node = await Node.start("here");
  await node.commit([anInboundAppend()], [], noLeases);
  const second = anInboundAppend({ visitorKey: "2", candidateId: "c2", backend: "sales" });
  await node.commit([second], [], { ...noLeases, others: {} });
  await node.stores.backends.open({ names: ["sales"], takesDefault: "sales" });
  expect(await node.stores.owners.counts()).toEqual([
    { backend: "sales", assignee: null, conversations: 2 },
  ]);
  const { items } = await node.stores.owners.owned(
    { backends: ["sales"] },
    { before: null, limit: 9 },
  );
  expect(items).toHaveLength(2);
  expect((await node.stores.messages.nextDueAt("sales")).inbound).toBe(now);
  expect((await node.stores.deliveries.backlog()).backends["sales"]?.inbound.lanes).toBe(2);
  const leases = await node.claim();
  expect(leases.map(({ backend }) => backend)).toEqual(["sales", "sales"]);
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

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: (await postgres()).connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

it("an erased conversation leaves no change of its owner behind", async () => {
  const node = await Node.start("here");
  await node.append(anInboundAppend());
  await node.append({ ...toSales, why: "Ada asked for it", tellsNew: true, tellsOld: true });
  const client = await connect();
  const rows = async () =>
    (await client.query(`select from ${schema}.owner_changes`)).rowCount ?? 0;
  expect(await rows()).toBe(1);
  expect(await node.stores.conversations.erase(id)).toBe(true);
  expect(await rows()).toBe(0);
  const [notice] = await node.stores.erasures.notices(0, 9);
  expect(notice?.owners).toEqual(["default", "sales"]);
});
