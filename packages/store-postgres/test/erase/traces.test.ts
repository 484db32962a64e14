import {
  aBudget,
  anIdentity,
  anInboundAppend,
  anOutboundAppend,
  aText,
  purgeAll,
} from "@parley/conformance";
import type { Append, Lease, Verdict } from "@parley/core";
import { Client } from "pg";
import { afterAll, beforeEach, afterEach, expect, it } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../support/opened-stores.ts";

const day = 24 * 60 * 60 * 1_000;
const now = 1_700_000_000_000;
let database: Database;
let client: Client;

beforeEach(async () => {
  const { connectionString: connection } = await postgres();
  const schema = freshSchema();
  database = await Database.open({ connection, schema, allowNonDurable: true });
  client = new Client({ connectionString: connection });
  await client.connect();
  await client.query(`set search_path = ${schema}`);
});
afterEach(async () => {
  await client.end();
  await database.close();
});
afterAll(stopPostgres);

/** Every row of every table that contains one of `words`, as `table: row`. */
async function rowsWith(words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = current_schema() order by 1",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
    for (const { row } of rows) {
      if (words.some((word) => row.includes(word))) found.push(`${name}: ${row}`);
    }
  }
  return found;
}

const tablesOf = (rows: readonly string[]): string[] => [
  ...new Set(rows.map((row) => row.slice(0, row.indexOf(":")))),
];

/** Everything that names a visitor: words, and the bytes of a message's identity. */
const namesOf = (visitor: string): string[] => {
  const word = `-of-${visitor}`;
  return [word, Buffer.from(word).toString("hex")];
};

const verdicts: readonly ((visitor: string) => Verdict)[] = [
  (visitor) => ({
    kind: "delivered",
    record: `record-of-${visitor}`,
    notice: JSON.stringify(`notice-of-${visitor}`),
  }),
  (visitor) => ({
    kind: "failed",
    failure: { reason: "rejected", description: `failure-of-${visitor}` },
    report: JSON.stringify(`report-of-${visitor}`),
    record: null,
  }),
  (visitor) => ({ kind: "retry", due: now, memo: `memo-of-${visitor}` }),
];

async function commit(appends: readonly Append[], settle: readonly [Lease, Verdict][] = []) {
  const settlements = settle.map(([{ lane, token }, verdict]) => ({ lane, token, verdict }));
  return (await storesOver(database).messages.commit({ appends, settlements }, now, aBudget()))
    .leases;
}

/** A message in every state: delivered and told, failed and reported, in progress and waiting; with keys and an identity. */
async function converse(visitor: string): Promise<void> {
  const first = anInboundAppend({
    visitorKey: `key-of-${visitor}`,
    visitorId: JSON.stringify(`key-of-${visitor}`),
    candidateId: visitor,
    profile: { name: `name-of-${visitor}` },
    messages: [aText(`text-of-${visitor}`)],
    identity: anIdentity(`id-of-${visitor}`, `content-of-${visitor}`),
  });
  const answer = (word: string) =>
    anOutboundAppend(visitor, {
      sender: JSON.stringify({ name: `agent-of-${visitor}` }),
      messages: [aText(`${word}-of-${visitor}`)],
      idempotencyKey: `${word}-key-of-${visitor}`,
    });
  await commit([first]);
  let leases = await commit([answer("one"), answer("two"), answer("three")]);
  for (const verdict of verdicts) {
    const settled = leases.filter(({ lane }) => lane.kind !== "notices");
    leases = await commit(
      [],
      settled.map((lease) => [lease, verdict(visitor)]),
    );
  }
}

it("an erased visitor leaves no row in any table", async () => {
  await converse("anna");
  await converse("berta");
  const of = await rowsWith(namesOf("anna"));
  expect(of.filter((row) => row.includes("notice-of-anna"))).toHaveLength(1);
  expect(tablesOf(of)).toEqual([
    "conversations",
    "deliveries",
    "idempotency_keys",
    "identities",
    "lanes",
  ]);
  const before = await rowsWith(namesOf("berta"));
  expect(await storesOver(database).conversations.erase("anna")).toBe(true);
  expect(await rowsWith(namesOf("anna"))).toEqual([]);
  expect(await rowsWith(namesOf("berta"))).toEqual(before);
});

it("a visitor erased by retention leaves no row in any table", async () => {
  const leases = await commit([
    anInboundAppend({ visitorKey: "key-of-carla", candidateId: "carla" }),
  ]);
  await commit(
    [],
    leases.map((lease) => [lease, { kind: "delivered", record: "record-of-carla" }]),
  );
  expect(tablesOf(await rowsWith(namesOf("carla")))).toEqual(["conversations", "deliveries"]);
  await purgeAll(storesOver(database).retention, now + day);
  expect(await rowsWith(namesOf("carla"))).toEqual([]);
});

it("what a plugin keeps about an erased visitor leaves no row once its listener has taken it", async () => {
  await converse("anna");
  const { messages, conversations, erasures } = storesOver(database);
  const entry = {
    kind: "put",
    key: "key-of-anna",
    value: '"value-of-anna"',
    conversationId: "anna",
    due: 5,
    expiresAt: null,
    when: {},
  } as const;
  const states = [{ instance: "desk", writes: [entry], limits: { entries: 9, bytes: 999 } }];
  await messages.commit({ appends: [], settlements: [], states }, now, aBudget());
  await conversations.erase("anna");
  expect(tablesOf(await rowsWith(namesOf("anna")))).toEqual(["plugin_entries"]);
  await erasures.removeEntries("anna", { of: "desk", keys: ["key-of-anna"] });
  expect(await rowsWith(namesOf("anna"))).toEqual([]);
});
