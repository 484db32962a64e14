import { anInboundAppend, anOutboundAppend, aBudget, noLeases } from "@parley/conformance";
import { Clock, MessageStore } from "@parley/core";
import { Container } from "inversify";
import { Client } from "pg";
import "reflect-metadata";
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { DatabaseClock } from "../../src/connection/database-clock.ts";
import { storePostgres } from "../../src/index.ts";
import { KnownConversations } from "../../src/rows/known-conversations.ts";
import { PostgresMessageStore } from "../../src/message-store.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../support/opened-stores.ts";

const now = 1_700_000_000_000;
const append = { appends: [anInboundAppend()], settlements: [] };
const opened: Database[] = [];
let schema = "";

beforeEach(() => {
  schema = freshSchema();
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});
afterAll(stopPostgres);

async function open(): Promise<Database> {
  const { connectionString: connection } = await postgres();
  const database = await Database.open({ connection, schema, allowNonDurable: true });
  opened.push(database);
  return database;
}

describe("nodes on one database", () => {
  it("are notified of work that another node left due, and not of their own", async () => {
    const [here, there] = [await open(), await open()];
    const heard: string[] = [];
    here.notices.listen(() => heard.push("here"));
    const told = new Promise<void>((resolve) => there.notices.listen(resolve));
    await here.live("node-a");
    await there.live("node-b");
    await storesOver(here).messages.commit(append, now, aBudget({ ...noLeases, owner: "node-a" }));
    await told;
    expect(heard).toEqual([]);
  });

  it("are not notified of work that its node does itself", async () => {
    const [here, there] = [await open(), await open()];
    const heard: string[] = [];
    await there.live("node-b");
    there.notices.listen(() => heard.push("there"));
    const { messages } = storesOver(here);
    const budget = aBudget({ owner: "node-a" });
    const { leases } = await messages.commit(append, now, budget);
    expect(leases).toHaveLength(1);
    const second = anInboundAppend({ visitorKey: "2" });
    const told = new Promise<void>((resolve) => there.notices.listen(resolve));
    await messages.commit({ appends: [second], settlements: [] }, now, { ...budget, ...noLeases });
    await told;
    expect(heard).toHaveLength(1);
  });

  it("use the database's time", async () => {
    const clock = await DatabaseClock.start(await open());
    expect(clock.isTrusted).toBe(true);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000);
    expect(clock.now()).toBeLessThanOrEqual(clock.now());
    clock.stop();
  });

  it("trust their clock after a suspension once it has been measured again", async () => {
    const database = await open();
    const clock = await DatabaseClock.start(database);
    const machine = Date.now.bind(Date);
    const asked = vi.spyOn(database, "read");
    vi.spyOn(Date, "now").mockImplementation(() => machine() + 3_600_000);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(clock.isTrusted).toBe(false);
    expect(clock.isTrusted).toBe(false);
    await expect.poll(() => clock.isTrusted, { timeout: 8_000 }).toBe(true);
    expect(asked).toHaveBeenCalledTimes(5);
    clock.stop();
  });

  it("lease nothing while their clock is too far off, and store all the same", async () => {
    const database = await open();
    let isTrusted = false;
    const messages = new PostgresMessageStore(database, new KnownConversations(), () => isTrusted);
    const result = await messages.commit(append, now, aBudget());
    expect(result.appends[0]?.status).toBe("stored");
    expect(result.leases).toEqual([]);
    expect(await messages.claim(now, aBudget())).toEqual([]);
    isTrusted = true;
    expect(await messages.claim(now, aBudget())).toHaveLength(1);
  });

  it("start although a clock is a little behind the one that began a series", async () => {
    const { messages } = storesOver(await open());
    const [stored] = (await messages.commit(append, now, aBudget())).appends;
    if (stored?.status !== "stored") throw new Error("nothing was stored");
    const { conversationId } = stored;
    const sent = { appends: [anOutboundAppend(conversationId)], settlements: [] };
    const { leases } = await messages.commit(sent, now, aBudget());
    const settlements = leases.map(({ lane, token }) => ({
      lane,
      token,
      verdict: { kind: "retry", due: now + 3_000, memo: null } as const,
    }));
    await messages.commit({ appends: [], settlements }, now, aBudget());
    await messages.release({ owner: "another", scope: "dead" }, now - 5);
    expect((await messages.nextDueAt()).outbound).toBe(now + 3_000);
  });

  it("start although a lane of a dead node is locked", async () => {
    const there = await open();
    const { messages } = storesOver(there);
    const other = anInboundAppend({ visitorKey: "2", candidateId: "c2" });
    const both = { appends: [...append.appends, other], settlements: [] };
    const { leases } = await messages.commit(both, now, aBudget({ owner: "node-a" }));
    expect(leases).toHaveLength(2);
    await there.close();
    const { connectionString } = await postgres();
    const outsider = new Client({ connectionString });
    await outsider.connect();
    await outsider.query("begin");
    const held = leases[0]?.lane.conversationId;
    await outsider.query(`select from "${schema}".conversations where id = $1 for update`, [held]);
    const here = storesOver(await open()).messages;
    await here.release({ owner: "node-b", scope: "dead" }, now);
    const claimed = await here.claim(now, aBudget({ owner: "node-b" }));
    expect(claimed.map(({ lane }) => lane.conversationId)).toEqual([
      leases[1]?.lane.conversationId,
    ]);
    await outsider.end();
  });

  it("bind a clock unless that is disabled", async () => {
    const { connectionString: connection } = await postgres();
    const options = { connection, schema, allowNonDurable: true };
    const [bare, anchored] = [new Container(), new Container()];
    bare.load(storePostgres({ ...options, anchorsClock: false }));
    expect(bare.isBound(Clock)).toBe(false);
    const module = storePostgres(options);
    anchored.load(module);
    expect(Math.abs((await anchored.getAsync(Clock)).now() - Date.now())).toBeLessThan(60_000);
    expect(await anchored.getAsync(MessageStore)).toBeInstanceOf(PostgresMessageStore);
    await anchored.unloadAsync(module);
  });
});
