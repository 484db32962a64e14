import { aBudget } from "@parley/conformance";
import type { Lease, MessageStore } from "@parley/core";
import { Client } from "pg";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { Database } from "../../../src/connection/database.ts";
import { migrate } from "../../../src/schema/migrate.ts";
import { migrations } from "../../../src/schema/migrations/all.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../../support/opened-stores.ts";

const now = 1_700_000_000_000;
const before = migrations.slice(0, 3);

afterAll(stopPostgres);

/** A client in a new schema at an older version. */
async function olderSchema(): Promise<{ readonly client: Client; readonly schema: string }> {
  const { connectionString } = await postgres();
  const schema = freshSchema();
  const client = new Client({ connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`create schema ${schema}; set search_path = ${schema}`);
  await migrate(client, { schema, place: "It" }, before);
  return { client, schema };
}

/** As an older gateway writes it. */
async function insertDelivery(client: Client, sequence: number, state = 0): Promise<void> {
  await client.query(
    `insert into deliveries (conversation, sequence, kind, state, message_sequence, accepted_at, failure, message)
      values (1, $1::bigint, 0, $2::smallint, $1::bigint, $3::bigint, $4, '{"type":"text","text":"hi"}')`,
    [sequence, state, now, state === 2 ? '{"reason":"backend-rejected"}' : null],
  );
}

async function openStores(schema: string) {
  const { connectionString: connection } = await postgres();
  const database = await Database.open({ connection, schema, allowNonDurable: true });
  onTestFinished(() => database.close());
  return storesOver(database);
}

/** Sequences of the heads, leased one after another as each is settled. */
async function carried(messages: MessageStore): Promise<readonly number[]> {
  const sequences: number[] = [];
  let leases: readonly Lease[] = await messages.claim(now, aBudget());
  for (let lease = leases[0]; lease !== undefined; lease = leases[0]) {
    sequences.push(lease.head.sequence);
    const { lane, token } = lease;
    const settlements = [{ lane, token, verdict: { kind: "delivered", record: null } } as const];
    ({ leases } = await messages.commit({ appends: [], settlements }, now, aBudget()));
  }
  return sequences;
}

describe("deliveries that are settled in place", () => {
  it("are found in order, whether an older gateway stored them before the upgrade or after it", async () => {
    const { client, schema } = await olderSchema();
    await client.query(`insert into channel_keys (key, id) values ('k', 'shop')`);
    await client.query(`insert into conversations (conversation, id, channel, visitor_key, visitor_id, profile,
      created_at, last_message_at, last_sequence) values (1, 'c', 1, 'v', '"v"', '{}', ${now}, ${now}, 6)`);
    await client.query(`insert into lanes (conversation, kind, channel, head, waiting, attempt, due)
      values (1, 0, 1, 2, 4, 0, ${now})`);
    await insertDelivery(client, 1, 2);
    for (const sequence of [2, 3, 4]) await insertDelivery(client, sequence);
    await migrate(client, { schema, place: "It" });
    await insertDelivery(client, 6);
    const stores = await openStores(schema);
    const { items } = await stores.deliveries.deliveries(
      { state: "waiting" },
      { before: null, limit: 9 },
    );
    expect(items.map(({ sequence }) => sequence)).toEqual([6, 4, 3, 2]);
    const { items: dead } = await stores.deadLetters.deadLetters({ before: null, limit: 9 });
    expect(dead.map(({ sequence }) => sequence)).toEqual([1]);
    expect(await carried(stores.messages)).toEqual([2, 3, 4, 6]);
    const left = await client.query("select sequence from deliveries where queued");
    expect(left.rows).toEqual([]);
  });
});
