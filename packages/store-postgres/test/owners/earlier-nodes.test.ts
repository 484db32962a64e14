import { setTimeout as pause } from "node:timers/promises";
import { aBudget, anInboundAppend, anOwnerAppend } from "@parley/conformance";
import { ParleyError } from "@parley/core";
import { Client } from "pg";
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { moveKey, ownerKey } from "../../src/connection/owner.ts";
import { isEarlierNodeRunning } from "../../src/schema/earlier-nodes.ts";
import { migrate } from "../../src/schema/migrate.ts";
import { migrations, ownersVersion } from "../../src/schema/schema.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../support/opened-stores.ts";

const now = 1_700_000_000_000;
const toNobody = anOwnerAppend("shop-key-1", { backend: null, assignee: null });
const earlierSteps = migrations.filter(({ version }) => version < 6);
let schema = "";

beforeEach(() => {
  schema = freshSchema();
});
afterAll(stopPostgres);

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: (await postgres()).connectionString });
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  await client.query(`set search_path = ${schema}`);
  return client;
}

async function start(owner = "node-a") {
  const { connectionString: connection } = await postgres();
  const database = await Database.open({ connection, schema, allowNonDurable: true });
  onTestFinished(() => database.close());
  await database.live(owner);
  return { database, ...storesOver(database) };
}

/** A node of version 5, by the statements that it sends. */
class EarlierNode {
  readonly client: Client;

  private constructor(client: Client) {
    this.client = client;
  }

  /** As it opens its store. @throws when it is refused */
  static async open(): Promise<EarlierNode> {
    const client = await connect();
    await migrate(client, { schema, place: "It" }, earlierSteps);
    return new EarlierNode(client);
  }

  /** As it proves that it is alive. */
  async live(owner = "earlier"): Promise<void> {
    const { client } = this;
    await client.query("select pg_advisory_unlock_all()");
    await client.query("select pg_try_advisory_lock_shared($1::bigint)", [moveKey(schema)]);
    await client.query("select pg_try_advisory_lock($1::bigint)", [ownerKey(schema, owner)]);
  }

  /** As it takes the tokens of a commit or a claim. */
  async tokens(): Promise<number> {
    const { rows } = await this.client.query<{ block: string }>(
      "select nextval('fencing_tokens') as block from generate_series(1, 1)",
    );
    return Number(rows[0]?.block);
  }
}

const codeOf = (error: unknown): unknown => (ParleyError.is(error) ? error.code : error);
const failed = (work: Promise<unknown>): Promise<unknown> => work.then(() => "done", codeOf);

describe("while a node of an earlier version runs", () => {
  it("no other backend than `default` is opened, and no owner changes", async () => {
    const { backends, messages } = await start();
    const earlier = await EarlierNode.open();
    await earlier.live();
    await backends.open({ names: ["default"], takesDefault: "default" });
    const other = backends.open({ names: ["default", "sales"], takesDefault: null });
    expect(await failed(other)).toBe("earlier-node-running");
    const taken = backends.open({ names: ["default"], takesDefault: "sales" });
    expect(await failed(taken)).toBe("earlier-node-running");
    const { appends } = await messages.commit(
      { appends: [anInboundAppend(), toNobody], settlements: [] },
      now,
      aBudget(),
    );
    expect(appends).toMatchObject([
      { status: "stored" },
      { status: "refused", refusal: "earlier-node" },
    ]);
    expect(await earlier.tokens()).toBeGreaterThan(0);
    expect(await oldestReader()).toBe(1);
  });

  it("one sentence says what to do", async () => {
    const { backends } = await start();
    await (await EarlierNode.open()).live();
    const error: unknown = await backends
      .open({ names: ["sales"], takesDefault: null })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ retryable: true });
    expect(String(error)).toMatch(/^[^\n]+ stop all nodes of earlier versions[^\n]+\.$/);
  });

  it("whatever its connections are called, and whoever else runs", async () => {
    const [{ backends }] = [await start("node-a"), await start("node-b")];
    const earlier = await EarlierNode.open();
    await earlier.client.query("set application_name = 'shop'");
    await earlier.live();
    expect(await failed(backends.open({ names: ["sales"], takesDefault: null }))).toBe(
      "earlier-node-running",
    );
    await earlier.client.end();
    await expect
      .poll(() => failed(backends.open({ names: ["sales"], takesDefault: null })))
      .toBe("done");
  });
});

describe("nodes that know owners", () => {
  it("are not taken for earlier ones while they start, end and take another id", async () => {
    const { database } = await start();
    const looks: boolean[] = [];
    const looking = (async () => {
      while (looks.length < 300) looks.push(await isEarlierNodeRunning(database));
    })();
    while (looks.length < 300) {
      const other = await start("node-b");
      await other.database.live(`node-b-${looks.length}`);
      await other.database.close();
    }
    await looking;
    expect(looks).not.toContain(true);
  });
});

describe("once another backend was opened, or an owner has changed,", () => {
  const ways: readonly (readonly [string, (node: Awaited<ReturnType<typeof start>>) => unknown])[] =
    [
      ["opened", ({ backends }) => backends.open({ names: ["sales"], takesDefault: null })],
      [
        "changed",
        async ({ messages }) => {
          const appends = [anInboundAppend(), toNobody];
          await messages.commit({ appends, settlements: [] }, now, aBudget());
        },
      ],
    ];

  it.each(ways)("a node of an earlier version does not start (%s)", async (_, change) => {
    await change(await start());
    expect(await oldestReader()).toBe(ownersVersion);
    expect(await failed(EarlierNode.open())).toBe("store-newer");
  });

  it.each(ways)(
    "one that has read the version just before gets no lease (%s)",
    async (_, change) => {
      const node = await start();
      const earlier = await EarlierNode.open();
      await change(node);
      await earlier.live();
      await expect(earlier.tokens()).rejects.toMatchObject({ code: "42P01" });
      const { leases } = await node.messages.commit(
        { appends: [anInboundAppend({ visitorKey: "2", candidateId: "c2" })], settlements: [] },
        now,
        aBudget(),
      );
      expect(leases).toHaveLength(1);
    },
  );

  it("one whose statement was prepared before gets no lease either", async () => {
    const node = await start();
    const earlier = await EarlierNode.open();
    const take = { name: "take", text: "select nextval('fencing_tokens')" };
    await earlier.client.query(take);
    await node.backends.open({ names: ["sales"], takesDefault: null });
    await expect(earlier.client.query(take)).rejects.toThrow(/fencing_tokens|could not open/);
  });

  it("tokens go on above all that were given", async () => {
    const { messages, backends } = await start();
    const append = (visitorKey: string) =>
      messages.commit(
        { appends: [anInboundAppend({ visitorKey, candidateId: visitorKey })], settlements: [] },
        now,
        aBudget(),
      );
    const before = (await append("1")).leases[0]?.token ?? 0;
    await backends.open({ names: ["sales"], takesDefault: null });
    expect((await append("2")).leases[0]?.token).toBeGreaterThan(before);
  });

  it("a later step does not let it in again", async () => {
    await ways[0]?.[1](await start());
    const later = { version: migrations.length + 1, oldestReader: 1, sql: "select" };
    await migrate(await connect(), { schema, place: "It" }, [...migrations, later]);
    expect(await oldestReader()).toBe(ownersVersion);
  });
});

it("a transaction that holds a token is waited for, and nodes that come together refuse once", async () => {
  const nodes = [await start("node-a"), await start("node-b"), await start("node-c")];
  const busy = await connect();
  await busy.query("begin");
  const { rows } = await busy.query<{ block: string }>("select next_tokens() as block");
  const opened = Promise.all(
    nodes.map(({ backends }) => backends.open({ names: ["sales"], takesDefault: null })),
  );
  await pause(50);
  expect(await oldestReader()).toBe(1);
  await busy.query("commit");
  await opened;
  const { rows: after } = await busy.query<{ block: string }>("select next_tokens() as block");
  expect(Number(after[0]?.block)).toBeGreaterThan(Number(rows[0]?.block));
  const names = await busy.query("select number, name from backends order by number");
  expect(names.rows).toEqual([
    { number: 0, name: "default" },
    { number: 1, name: "sales" },
  ]);
});

async function oldestReader(): Promise<number | undefined> {
  const { rows } = await (
    await connect()
  ).query<{ oldestReader: number }>(`select oldest_reader as "oldestReader" from parley_schema`);
  return rows[0]?.oldestReader;
}
