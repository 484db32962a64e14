import {
  aBudget,
  anInboundAppend,
  anOutboundAppend,
  anOwnerAppend,
  delivered,
} from "@parley/conformance";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { migrate } from "../../src/schema/migrate.ts";
import { migrations } from "../../src/schema/schema.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../support/opened-stores.ts";

const now = 1_700_000_000_000;
const earlierSteps = migrations.filter(({ version }) => version < 6);

afterAll(stopPostgres);

async function connect(schema: string): Promise<Client> {
  const client = new Client({ connectionString: (await postgres()).connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`set search_path = ${schema}`);
  return client;
}

/** What a node of version 5 sends for a message: these texts, prepared, each with its transaction. */
const earlier = {
  tokens: "select nextval('fencing_tokens')::integer as block from generate_series(1, 1)",
  lock: `select c.conversation as number, c.id, c.last_sequence as "lastSequence" from conversations c
    where c.conversation = $1 for no key update of c`,
  create: `with made as (
    insert into conversations as c
      (conversation, id, channel, visitor_key, visitor_id, profile, created_at, last_message_at, last_sequence)
    values ($1, $2, 1, $2, '"v"', '{}', 0, 0, 0) on conflict (channel, visitor_key) do update set visitor_id = c.visitor_id
    returning *)
    select c.conversation as number, c.channel, c.last_sequence as "lastSequence", c.id from made c`,
  deliver: `insert into deliveries
      (conversation, sequence, kind, state, message_sequence, accepted_at, identity, recipient_id, sender, message, queued)
    values ($1, $2, $3, 0, $2, 0, null, null, null, '{}', false)`,
  start: `insert into lanes
      (conversation, kind, channel, head, waiting, attempt, started_at, due, parked, fencing_token, owner, memo,
        paused_since, waiting_notices)
    values ($1, $2::smallint, 1, $3, 1, 1, 0, $4, null, $5, 'earlier', null, null,
      case when $2::smallint = 3 then 1 end)`,
  lanes: `select l.ctid::text, l.conversation, l.kind, l.head, l.waiting from lanes l where l.conversation = $1`,
  end: "delete from lanes where conversation = $1",
  grow: "update conversations set last_sequence = $2 where conversation = $1",
};

/** A node of version 5 that stores messages until it is stopped. */
class EarlierNode {
  readonly #client: Client;
  #isOver = false;
  stored = 0;
  readonly #work: Promise<void>;

  constructor(client: Client) {
    this.#client = client;
    this.#work = this.#run();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  async take(more: number): Promise<void> {
    const wanted = this.stored + more;
    while (this.stored < wanted) await pause(5);
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      await this.#store(1_000_001 + (this.stored % 20), 1 + Math.floor(this.stored / 20));
      this.stored += 1;
    }
  }

  /** A lane per kind, in turn: messages both ways, reports and notices. */
  async #store(conversation: number, sequence: number): Promise<void> {
    const kind = sequence % 4;
    await this.#client.query("begin");
    await this.#ask("create", conversation, `visitor-${conversation - 1_000_000}`);
    await this.#ask("lock", conversation);
    const [{ block } = { block: 0 }] = await this.#ask<{ block: number }>("tokens");
    await this.#ask("lanes", conversation);
    await this.#ask("end", conversation);
    await this.#ask("deliver", conversation, sequence, kind);
    await this.#ask("start", conversation, kind, sequence, now, block);
    await this.#ask("grow", conversation, sequence);
    await this.#client.query("commit");
  }

  async #ask<Row>(name: keyof typeof earlier, ...values: (string | number)[]): Promise<Row[]> {
    const { rows } = await this.#client.query({ name, text: earlier[name], values });
    return rows as Row[];
  }
}

it("a schema of version 5 is brought up to date in the middle of its traffic, which goes on", async () => {
  const schema = freshSchema();
  const client = await connect(schema);
  await migrate(client, { schema, place: "It" }, earlierSteps);
  await client.query("insert into channel_keys (key, id) values ('shop-key', 'shop')");
  const node = new EarlierNode(await connect(schema));
  await node.take(120);
  const { connectionString: connection } = await postgres();
  const database = await Database.open({ connection, schema, allowNonDurable: true });
  onTestFinished(() => database.close());
  await node.take(120);
  const { messages, owners, conversations, backends, deliveries } = storesOver(database);

  const owner = { backend: "default", assignee: null, fence: 0 };
  expect(await owners.counts()).toEqual([
    { backend: "default", assignee: null, conversations: 20 },
  ]);
  expect((await conversations.find({ id: "visitor-1" }))?.owner).toEqual(owner);
  const { leases } = await messages.commit(
    { appends: [anInboundAppend({ visitorKey: "new" })], settlements: [] },
    now,
    aBudget(),
  );
  expect(leases).toMatchObject([{ backend: "default", conversation: { owner } }]);

  await node.stop();
  await backends.open({ names: ["default", "sales"], takesDefault: null });
  const claimed = await messages.claim(now, aBudget());
  expect(claimed).toHaveLength(20);
  expect(new Set(claimed.map(({ backend }) => backend))).toEqual(new Set(["default"]));
  const settlements = claimed.map(({ lane, token }) => ({ lane, token, verdict: delivered }));
  const sales = anOwnerAppend("visitor-1", { backend: "sales", assignee: null });
  const send = anOutboundAppend("visitor-2", { by: { backends: ["default"], fence: 0 } });
  const result = await messages.commit({ appends: [sales, send], settlements }, now, aBudget());
  expect(new Set(result.settlements)).toEqual(new Set(["settled"]));
  expect(result.appends.map(({ status }) => status)).toEqual(["stored", "stored"]);
  expect(await owners.counts()).toContainEqual({
    backend: "sales",
    assignee: null,
    conversations: 1,
  });
  expect((await deliveries.backlog()).reports.lanes).toBe(0);
});
