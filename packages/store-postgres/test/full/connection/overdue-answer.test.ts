import { once } from "node:events";
import { Client, type PoolClient } from "pg";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { BackendNumbers } from "../../../src/backends/backend-numbers.ts";
import { Session } from "../../../src/connection/session.ts";
import { postgres, stopPostgres } from "../../support/opened-stores.ts";

const limitMs = 800;
/** A connection is closed so long after the limit. */
const moreMs = limitMs / 8;
const clients: Client[] = [];

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(clients.splice(0).map((client) => client.end()));
});
afterAll(stopPostgres);

async function connected(): Promise<Client> {
  const { connectionString } = await postgres();
  const client = new Client({ connectionString });
  client.on("error", () => {});
  await client.connect();
  clients.push(client);
  return client;
}

function ask(client: Client, text: string): Promise<object[]> {
  return new Session(client as PoolClient, limitMs, new BackendNumbers(async () => [], [])).rows({
    name: text,
    text,
  });
}

it("closes a connection whose answer is overdue, and no other", async () => {
  const [silent, other] = [await connected(), await connected()];
  const closed = once(silent.connection.stream, "close");
  const late = ask(silent, "select pg_sleep(60)");
  const behind = ask(silent, "select 1 as one");
  const answers = Promise.allSettled([late, behind]);
  await sent();
  vi.advanceTimersByTime(limitMs);
  expect(silent.connection.stream.destroyed).toBe(false);
  const fresh = ask(other, "select 1 as one");
  await sent();
  vi.advanceTimersByTime(moreMs);
  expect(silent.connection.stream.destroyed).toBe(true);
  for (const answer of await answers)
    expect(answer).toMatchObject({ reason: { message: "Connection terminated unexpectedly" } });
  await closed;
  expect(await fresh).toEqual([{ one: 1 }]);
});

it("reads answers that arrived while the process stood still, for any time", async () => {
  vi.useRealTimers();
  const client = await connected();
  const asked = ask(client, "select 1 as one");
  await sent();
  standStill(4 * limitMs);
  expect(await asked).toEqual([{ one: 1 }]);
});

it("knows an answered statement from those behind it", async () => {
  const client = await connected();
  const wrong = ask(client, "select nothing");
  const right = ask(client, "select 1 as one");
  await expect(wrong).rejects.toMatchObject({ code: "42703" });
  expect(await right).toEqual([{ one: 1 }]);
  // There is always an unanswered statement, but never the same one for long.
  let asked = ask(client, "select 0 as round");
  for (let round = 1; round <= 12; round += 1) {
    const before = asked;
    asked = ask(client, `select ${round} as round from pg_sleep(0.03)`);
    await sent();
    vi.advanceTimersByTime(moreMs);
    expect(await before).toEqual([{ round: round - 1 }]);
  }
  await asked;
});

/** Statements are sent at the end of the event-loop turn. */
function sent(): Promise<void> {
  return Promise.resolve();
}

function standStill(forMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, forMs);
}
