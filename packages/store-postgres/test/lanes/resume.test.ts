import { aBudget, anInboundAppend, pausedAt } from "@parley/conformance";
import { Client } from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../support/opened-stores.ts";

const now = 1_700_000_000_000;
const hourMs = 3_600_000;
let database: Database;
let other: Client;

beforeEach(async () => {
  const { connectionString: connection } = await postgres();
  const schema = freshSchema();
  database = await Database.open({ connection, schema, allowNonDurable: true });
  other = new Client({ connectionString: connection });
  await other.connect();
  await other.query(`set search_path = ${schema}`);
});
afterEach(async () => {
  await other.end();
  await database.close();
});
afterAll(stopPostgres);

/** Pauses the lanes of these visitors; they are paused one after the other. */
async function pause(visitors: readonly string[]): Promise<void> {
  const { messages } = storesOver(database);
  for (const [at, visitorKey] of visitors.entries()) {
    const appends = [anInboundAppend({ visitorKey, candidateId: visitorKey })];
    const { leases } = await messages.commit({ appends, settlements: [] }, now, aBudget());
    const settlements = leases.map(({ lane, token }) => ({
      lane,
      token,
      verdict: pausedAt(now + at, hourMs),
    }));
    await messages.commit({ appends: [], settlements }, now, aBudget());
  }
}

const lock = (id: string) =>
  other
    .query("begin")
    .then(() => other.query("select from conversations where id = $1 for update", [id]));

describe("while another transaction has a conversation", () => {
  it("the pauses of all others end, and the call is to be repeated", async () => {
    await pause(["a", "b", "c"]);
    await lock("a");
    const { pauses } = storesOver(database);
    const failure = { code: "store-failed", retryable: true };
    await expect(pauses.resume({ limit: 2 }, now + 100)).rejects.toMatchObject(failure);
    await expect(pauses.resume({ limit: 2 }, now + 100)).rejects.toMatchObject(failure);
    await other.query("rollback");
    expect(await pauses.resume({ limit: 2 }, now + 100)).toBe(1);
    expect(await pauses.resume({ limit: 2 }, now + 100)).toBe(0);
  });

  it("its own pause ends once the lock is free, and is an error otherwise", async () => {
    await pause(["a"]);
    const { pauses, messages } = storesOver(database);
    await lock("a");
    await expect(pauses.resume({ conversationId: "a" }, now)).rejects.toMatchObject({
      code: "store-failed",
      retryable: true,
    });
    await other.query("rollback");
    expect(await pauses.resume({ conversationId: "a" }, now)).toBe(1);
    expect((await messages.nextDueAt()).inbound).toBe(0);
  });
});

it("more paused lanes than one page end their pauses, and every node hears of it", async () => {
  const visitors = Array.from({ length: 600 }, (_, index) => `v${index}`);
  const { messages, pauses } = storesOver(database);
  const appends = visitors.map((visitorKey) => anInboundAppend({ visitorKey }));
  const budget = aBudget({ inbound: 600 });
  const { leases } = await messages.commit({ appends, settlements: [] }, now, budget);
  const verdict = pausedAt(now, hourMs);
  const settlements = leases.map(({ lane, token }) => ({ lane, token, verdict }));
  await messages.commit({ appends: [], settlements }, now, budget);
  const { connectionString: connection } = await postgres();
  const node = await Database.open({ connection, schema: database.schema, allowNonDurable: true });
  await node.live("node-b");
  const heard = new Promise<void>((resolve) => node.notices.listen(resolve));
  expect(await pauses.resume({ limit: 550 }, now + 1)).toBe(550);
  await heard;
  expect(await pauses.resume({ limit: 1_000 }, now + 1)).toBe(50);
  expect(await messages.claim(now + 1, budget)).toHaveLength(600);
  await node.close();
});
