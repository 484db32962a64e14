import { anInboundAppend, aBudget } from "@parley/conformance";
import type { CommitBatch, InboundAppend, Lease, Settlement } from "@parley/core";
import { Client } from "pg";
import { afterAll, expect, it, vi } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { erasePage } from "../../src/erase/erase.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../support/opened-stores.ts";

const now = 1_700_000_000_000;
/** Makes a statement that deletes many deliveries fail, as the statement timeout does for a large number. */
const limit = `create function few() returns trigger language plpgsql as $$ begin
    if (select count(*) from gone) > 1000 then raise exception 'too many at once'; end if; return null; end $$;
  create trigger few after delete on deliveries referencing old table as gone
    for each statement execute function few()`;
/** Settled messages, and messages that wait behind the head of a lane. */
const history = `insert into deliveries
    (conversation, sequence, kind, state, message_sequence, accepted_at, identity, message, queued)
  select conversation, n, 0, case when n < 1200 then 1 else 0 end, n, 0, decode(md5(n::text), 'hex'), '{}', n > 1200
    from conversations, generate_series(1, 2500) n;
  insert into lanes (conversation, kind, channel, head, waiting, attempt, due)
  select conversation, 0, channel, 1200, 1301, 0, 0 from conversations;
  insert into identities (channel, message_id, content, conversation, accepted_at, first, count)
  select channel, decode(md5(n::text), 'hex'), '\\x01', conversation, 0, n, 1
    from conversations, generate_series(1, 2500) n;
  update conversations set last_sequence = 2500`;

const open = new AsyncDisposableStack();
/** Agent messages that wait for a slot of the channel. */
const parked = `insert into deliveries
    (conversation, sequence, kind, state, message_sequence, accepted_at, message, queued)
  select conversation, n, 1, 0, n, 0, '{}', n > -3 from conversations, generate_series(-3, -1) n;
  insert into lanes (conversation, kind, channel, head, waiting, attempt, parked)
  select conversation, 1, channel, -3, 3, 0, 1 from conversations`;

afterAll(async () => {
  await open.disposeAsync();
  await stopPostgres();
});

/** A conversation with a long history, in which one message of each kind still waits. */
async function longConversation() {
  const { connectionString: connection } = await postgres();
  const schema = freshSchema();
  const database = await Database.open({ connection, schema, allowNonDurable: true });
  open.defer(() => database.close());
  const client = open.adopt(new Client({ connectionString: connection }), (one) => one.end());
  await client.connect();
  await client.query(`set search_path = ${schema}`);
  const stores = storesOver(database);
  const first = { ...anInboundAppend(), messages: ["{}"] };
  const { leases } = await stores.messages.commit(appended(first), now, aBudget());
  await stores.messages.commit({ appends: [], settlements: leases.map(delivered) }, now, aBudget());
  await client.query("delete from deliveries");
  await client.query(history);
  return { ...stores, database, client, first, id: leases[0]?.lane.conversationId ?? "" };
}

function appended(append: InboundAppend): CommitBatch {
  return { appends: [append], settlements: [] };
}

function delivered({ lane, token }: Lease): Settlement {
  return { lane, token, verdict: { kind: "delivered", record: null } };
}

it("erases a long conversation page by page, including waiting messages", async () => {
  const { messages, conversations, client, first, id } = await longConversation();
  await messages.commit(appended(first), now, aBudget());
  await client.query(limit);
  expect(await conversations.erase(id)).toBe(true);
  for (const table of ["conversations", "deliveries", "lanes", "identities"]) {
    expect((await client.query(`select from ${table}`)).rowCount, table).toBe(0);
  }
});

it("leaves a parked lane alone, which others may change meanwhile, until the last page", async () => {
  const { conversations, client, database, id } = await longConversation();
  await client.query(parked);
  const lane = "select ctid, waiting from lanes where kind = 1";
  const { rows } = await client.query(lane);
  expect(await database.write((session) => erasePage(session, id))).toBe(true);
  expect(await database.write((session) => erasePage(session, id))).toBe(true);
  expect((await client.query(lane)).rows).toEqual(rows);
  expect(await conversations.erase(id)).toBe(true);
  expect((await client.query("select from deliveries")).rowCount).toBe(0);
});

it("leaves a working lane when an erasure stops halfway", async () => {
  const { messages, database, id } = await longConversation();
  for (let page = 0; page < 2; page += 1) {
    expect(await database.write((session) => erasePage(session, id))).toBe(true);
  }
  const sequences: number[] = [];
  let leases = await messages.claim(now, aBudget());
  while (leases.length > 0) {
    sequences.push(...leases.map(({ head }) => head.sequence));
    const settlements = leases.map(delivered);
    ({ leases } = await messages.commit({ appends: [], settlements }, now, aBudget()));
  }
  // The two thousand that are not heads are deleted.
  const left = Array.from({ length: 499 }, (_, index) => 2_002 + index);
  expect(sequences).toEqual([1_200, ...left]);
});

it("waits for a step of the search indexer, longer than for any other lock", async () => {
  const { conversations, client, database, id } = await longConversation();
  const write = vi.spyOn(database, "write");
  // What the indexer locks while it reads.
  await client.query(
    "begin; select from conversations for key share; select from deliveries for key share",
  );
  const erased = conversations.erase(id);
  await expect.poll(() => write.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(3);
  await client.query("commit");
  expect(await erased).toBe(true);
  expect(await conversations.find({ id })).toBeNull();
});
