import { anInboundAppend, aBudget } from "@parley/conformance";
import { Client } from "pg";
import { afterAll, expect, it } from "vitest";
import { Database } from "../src/database.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "./opened-stores.ts";

const now = 1_700_000_000_000;
/** Lets no statement delete many deliveries at once, as the timeout of statements does when they are very many. */
const limit = `create function few() returns trigger language plpgsql as $$ begin
    if (select count(*) from gone) > 1000 then raise exception 'too many at once'; end if; return null; end $$;
  create trigger few after delete on deliveries referencing old table as gone
    for each statement execute function few()`;
const history = `insert into deliveries
    (conversation, sequence, kind, state, message_sequence, accepted_at, identity, message)
  select conversation, n, 0, 1, n, 0, decode(md5(n::text), 'hex'), '{}'
    from conversations, generate_series(1, 2500) n;
  insert into identities (channel, message_id, content, conversation, accepted_at, first, count)
  select channel, decode(md5(n::text), 'hex'), '\\x01', conversation, 0, n, 1
    from conversations, generate_series(1, 2500) n;
  update conversations set last_sequence = 2500`;

afterAll(stopPostgres);

it("erases a long conversation page by page, and all of it", async () => {
  const { connectionString: connection } = await postgres();
  const schema = freshSchema();
  const database = await Database.open({ connection, schema, allowNonDurable: true });
  const { conversations, messages } = storesOver(database);
  const client = new Client({ connectionString: connection });
  await client.connect();
  await client.query(`set search_path = ${schema}`);
  const first = { ...anInboundAppend(), messages: ["{}"] };
  const { leases } = await messages.commit({ appends: [first], settlements: [] }, now, aBudget());
  const settlements = leases.map(({ lane, token }) => ({
    lane,
    token,
    verdict: { kind: "delivered", record: null } as const,
  }));
  await messages.commit({ appends: [], settlements }, now, aBudget());
  await client.query("delete from deliveries");
  await client.query(history);
  await messages.commit({ appends: [first], settlements: [] }, now, aBudget());
  await client.query(limit);
  expect(await conversations.erase(leases[0]?.lane.conversationId ?? "")).toBe(true);
  for (const table of ["conversations", "deliveries", "lanes", "identities"]) {
    expect((await client.query(`select from ${table}`)).rowCount, table).toBe(0);
  }
  await client.end();
  await database.close();
});
