import { aBudget, anInboundAppend } from "@parley/conformance";
import type { AppendResult, InboundAppend } from "@parley/core";
import { Client } from "pg";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../support/opened-stores.ts";

const now = 1_700_000_000_000;
const visitor = { channelKey: "shop-key", visitorKey: "1" };
const ofA = anInboundAppend({ profile: { name: "Ada" }, candidateId: "made by a" });
const ofB = anInboundAppend({ profile: { phone: "1" }, candidateId: "made by b" });
const both = { name: "Ada", phone: "1" };

afterAll(stopPostgres);

async function twoNodes() {
  const { connectionString: connection } = await postgres();
  const schema = freshSchema();
  const open = async (owner: string) => {
    const limits = { statementTimeoutMs: 60_000 };
    const options = { connection, schema, limits, allowNonDurable: true };
    const database = await Database.open(options);
    onTestFinished(() => database.close());
    const stores = storesOver(database);
    const append = async (one: InboundAppend): Promise<AppendResult | undefined> => {
      const batch = { appends: [one], settlements: [] };
      return (await stores.messages.commit(batch, now, aBudget({ owner }))).appends[0];
    };
    // Gives the channel a number first, so that the next transaction is the append.
    await append(anInboundAppend({ visitorKey: owner, candidateId: owner }));
    return {
      database,
      append,
      profile: async () => (await stores.conversations.find(visitor))?.profile,
    };
  };
  const observer = new Client({ connectionString: connection });
  await observer.connect();
  onTestFinished(() => observer.end());
  return { a: await open("node-a"), b: await open("node-b"), open, observer };
}

type Nodes = Awaited<ReturnType<typeof twoNodes>>;

/** Three ways to find the conversation. Each locks it by another statement. */
const ways: readonly (readonly [string, (nodes: Nodes) => Promise<void>])[] = [
  ["both make the conversation", async () => {}],
  [
    "neither node knows the conversation",
    async ({ open }) => void (await (await open("node-c")).append(anInboundAppend())),
  ],
  [
    "both nodes know the conversation",
    async ({ a, b }) => {
      for (const { append } of [a, b]) await append(anInboundAppend());
    },
  ],
];

/** Appends, and stops in front of the end of the transaction: it has its locks, and has read. */
async function appendHeld({ database, append }: Nodes["a"], one: InboundAppend) {
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transact = database.transact.bind(database);
  vi.spyOn(database, "transact").mockImplementationOnce((work, lockTimeoutMs) =>
    transact(async (session) => {
      const result = await work(session);
      reached.resolve();
      await gate.promise;
      return result;
    }, lockTimeoutMs),
  );
  const appended = append(one);
  onTestFinished(() => gate.resolve());
  await reached.promise;
  const letGo = (): Promise<AppendResult | undefined> => {
    gate.resolve();
    return appended;
  };
  return letGo;
}

describe.each(ways)("two nodes change one profile, and %s", (_, prepare) => {
  it("whoever comes second waits, and loses nothing of the first", async () => {
    const nodes = await twoNodes();
    await prepare(nodes);
    const { a, b, observer } = nodes;
    const letGo = await appendHeld(a, ofA);
    const transact = b.database.transact.bind(b.database);
    vi.spyOn(b.database, "transact").mockImplementation((work) => transact(work, 60_000));
    const second = b.append(ofB);
    await vi.waitFor(async () => {
      const waiting = await observer.query("select from pg_locks where not granted");
      expect(waiting.rowCount).toBeGreaterThan(0);
    }, 10_000);
    expect(await letGo()).toMatchObject({ status: "stored" });
    expect(await second).toMatchObject({ status: "stored" });
    expect(await a.profile()).toEqual(both);
  });

  it("whoever waits past the bound is refused, and has stored nothing", async () => {
    const nodes = await twoNodes();
    await prepare(nodes);
    const { a, b } = nodes;
    const letGo = await appendHeld(a, ofA);
    expect(await b.append(ofB)).toMatchObject({
      status: "unavailable",
      isLocked: true,
      cause: { code: "55P03" },
    });
    expect(await letGo()).toMatchObject({ status: "stored" });
    // As the published rule once ended, which did not look at what the append was answered.
    expect(await a.profile()).toEqual({ name: "Ada" });
    expect(await b.append(ofB)).toMatchObject({ status: "stored" });
    expect(await a.profile()).toEqual(both);
  });
});
