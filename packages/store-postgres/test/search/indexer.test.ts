import { setTimeout as pause } from "node:timers/promises";
import { aBudget, anInboundAppend, aText, hitId } from "@parley/conformance";
import { Client } from "pg";
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../support/opened-stores.ts";

const start = 1_700_000_000_000;
const anHour = 3_600_000;

afterAll(stopPostgres);

type Node = Awaited<ReturnType<typeof openNode>>;
let schema = "";
let node: Node;
let other: Client;

async function openNode() {
  const { connectionString: connection } = await postgres();
  const limits = { statementTimeoutMs: 60_000 };
  const database = await Database.open({ connection, schema, limits, allowNonDurable: true });
  onTestFinished(() => database.close());
  const transact = database.transact.bind(database);
  vi.spyOn(database, "transact").mockImplementation((work) => transact(work, 60_000));
  const { messages, search, conversations } = storesOver(database);
  return {
    store: (visitorKey: string, text: string, now: number, owner = "node-a") =>
      messages.commit(
        { appends: [anInboundAppend({ visitorKey, messages: [aText(text)] })], settlements: [] },
        now,
        aBudget({ owner }),
      ),
    step: (now: number) => search.index(now, 50),
    catchUp: async (now: number) => {
      for (let steps = 0; !(await search.index(now, 50)).isCaughtUp; steps += 1)
        if (steps > 50) throw new Error("it never catches up");
    },
    find: async (text: string) =>
      (await search.find(text, { before: null, limit: 50 })).items.map(hitId),
    erase: (id: string) => conversations.erase(id),
  };
}

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: (await postgres()).connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`set search_path = ${schema}`);
  return client;
}

/** The rows of a message whose transaction is not over yet. */
const storeSlowly = (client: Client, text: string, now: number) =>
  client.query(`begin;
    insert into conversations (conversation, id, channel, visitor_key, visitor_id, profile, created_at,
        last_message_at, last_sequence)
      values (900000, 'slow', 1, 'slow', '"slow"', '{}', ${now}, ${now}, 1);
    insert into deliveries (conversation, sequence, kind, state, queued, message_sequence, accepted_at, message)
      values (900000, 1, 0, 0, false, 1, ${now}, '${aText(text)}')`);

beforeEach(async () => {
  schema = freshSchema();
  node = await openNode();
  other = await connect();
});

describe("the indexer", () => {
  it("does not pass a message whose transaction is still open, however long that takes", async () => {
    await node.store("1", "first needle", start);
    await node.catchUp(start);
    await storeSlowly(other, "slow needle", start + 1_000);
    for (let minute = 1; minute <= 5; minute += 1) {
      const now = start + minute * 60_000;
      await node.store("2", `needle ${minute}`, now);
      await node.step(now);
      await node.step(now + 6_000);
    }
    expect(await node.find("slow needle")).toEqual([]);
    await other.query("commit");
    await node.step(start + 6 * 60_000);
    expect(await node.find("slow needle")).toEqual(["slow.1"]);
    expect(await node.find("needle")).toHaveLength(7);
  });

  it("does not pass it in a schema that was never indexed either", async () => {
    await node.store("1", "first needle", start);
    await storeSlowly(other, "slow needle", start);
    for (let step = 0; step < 5; step += 1) await node.step(start + anHour + step * 1_000);
    await other.query("commit");
    await node.catchUp(start + anHour + 10_000);
    expect(await node.find("needle")).toEqual(["slow.1", "shop-key-1.1"]);
  });

  it("indexes nothing that is erased between its reading and its writing", async () => {
    await node.store("1", "the secret", start);
    await node.store("2", "no secret", start);
    await node.step(start);
    await node.store("1", "another secret", start + 1);
    // The step waits here, after it has read the messages.
    await other.query("begin; lock table search_messages in share mode");
    const step = node.step(start + 2);
    await waitFor("insert into search_messages");
    const erased = node.erase("shop-key-1");
    await waitFor("delete from");
    await other.query("commit");
    await step;
    expect(await erased).toBe(true);
    await node.catchUp(start + 3);
    expect(await node.find("secret")).toEqual(["shop-key-2.1"]);
    const { rows } = await other.query(
      "select 1 from search_messages where text like '%the secret%'",
    );
    expect(rows).toEqual([]);
  });

  it("does not lose a profile that changes while it reads the one before", async () => {
    await node.store("1", "hello", start);
    await node.catchUp(start);
    const named = (name: string) =>
      `update conversations set profile = '{"name":"${name}"}' where id = 'shop-key-1';
      insert into search_due (conversation) select conversation from conversations where id = 'shop-key-1'
        on conflict (conversation) do update set revision = search_due.revision + 1`;
    await other.query(named("first"));
    await other.query(`begin; ${named("second")}`);
    const step = node.step(start + 1);
    await waitFor("delete from search_due");
    await other.query("commit");
    await step;
    await node.catchUp(start + 2);
    expect(await node.find("second")).toEqual(["shop-key-1"]);
    expect(await node.find("first")).toEqual([]);
  });

  it("holds up no message while it writes", async () => {
    await node.store("1", "needle", start);
    await other.query("begin; lock table search_messages in share mode");
    const step = node.step(start);
    await waitFor("insert into search_messages");
    const { appends } = await node.store("1", "needle again", start + 1);
    expect(appends[0]?.status).toBe("stored");
    await other.query("commit");
    await step;
  });

  it("indexes each message once, on any number of nodes", async () => {
    const nodes = [node, await openNode(), await openNode()];
    for (let visitor = 0; visitor < 40; visitor += 1)
      await node.store(`${visitor}`, "needle", start + visitor);
    for (let round = 0; round < 4; round += 1)
      await Promise.all(nodes.map((one) => one.step(start + anHour)));
    await node.catchUp(start + anHour);
    const { rows } = await other.query("select count(*)::integer as n from search_messages");
    expect(rows).toEqual([{ n: 40 }]);
    expect(await node.find("needle")).toHaveLength(40);
  });

  it("finds what it was never told of, within the hour", async () => {
    await node.store("1", "hello", start);
    await node.catchUp(start);
    await storeSlowly(other, "old needle", start - anHour);
    await other.query("commit");
    await node.catchUp(start + 1_000);
    expect(await node.find("needle")).toEqual([]);
    await node.catchUp(start + anHour);
    expect(await node.find("needle")).toEqual(["slow.1"]);
  });

  it("writes nothing while nobody writes", async () => {
    await node.store("1", "needle", start);
    await node.catchUp(start);
    for (let second = 0; second < 60; second += 5) await node.step(start + second * 1_000);
    const version = "select xmin::text from search_cursor";
    const before = (await other.query(version)).rows;
    for (let second = 60; second < 120; second += 5) await node.step(start + second * 1_000);
    expect((await other.query(version)).rows).toEqual(before);
  });
});

/** Waits until a statement that begins so waits for a lock. */
async function waitFor(beginning: string): Promise<void> {
  const observer = await connect();
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '${beginning}%'`;
  while ((await observer.query(waiting)).rowCount === 0) await pause(5);
}
