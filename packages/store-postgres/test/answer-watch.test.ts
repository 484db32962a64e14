import { once } from "node:events";
import { Client } from "pg";
import { afterAll, afterEach, expect, it } from "vitest";
import { AnswerWatch } from "../src/answer-watch.ts";
import { postgres, stopPostgres } from "./opened-stores.ts";

const limitMs = 80;
const watch = new AnswerWatch(limitMs);
const clients: Client[] = [];

afterEach(async () => {
  watch.close();
  await Promise.all(clients.splice(0).map((client) => client.end()));
});
afterAll(stopPostgres);

async function connected(): Promise<Client> {
  const { connectionString } = await postgres();
  const client = new Client({ connectionString, pipeline: true } as { connectionString: string });
  client.on("error", () => {});
  await client.connect();
  clients.push(client);
  return client;
}

it("gives up a connection on which the server owes an answer, and no other", async () => {
  const [silent, other] = [await connected(), await connected()];
  const closed = once(silent.connection.stream, "close");
  const late = watch.ask(silent, { text: "select pg_sleep(60)" });
  const behind = watch.ask(silent, { text: "select 1 as one" });
  await expect(late).rejects.toThrow("Connection terminated");
  await expect(behind).rejects.toThrow("Connection terminated");
  await closed;
  const { rows } = await watch.ask(other, { text: "select 1 as one" });
  expect(rows).toEqual([{ one: 1 }]);
});

it("takes what came while the process stood still, for however long", async () => {
  const client = await connected();
  const asked = watch.ask(client, { text: "select 1 as one" });
  standStill(4 * limitMs);
  expect((await asked).rows).toEqual([{ one: 1 }]);
});

it("knows an answered statement from those behind it", async () => {
  const client = await connected();
  const wrong = watch.ask(client, { text: "select nothing" });
  const right = watch.ask(client, { text: "select 1 as one" });
  await expect(wrong).rejects.toMatchObject({ code: "42703" });
  expect((await right).rows).toEqual([{ one: 1 }]);
  for (let round = 0; round < 20; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, limitMs / 10));
    expect((await watch.ask(client, { text: "select 2 as two" })).rows).toEqual([{ two: 2 }]);
  }
});

function standStill(forMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, forMs);
}
