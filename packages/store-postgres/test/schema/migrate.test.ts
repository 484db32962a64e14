import { setTimeout as pause } from "node:timers/promises";
import { aBudget, anInboundAppend } from "@parley/conformance";
import { ParleyError } from "@parley/core";
import { startPostgres } from "@parley/embedded-postgres";
import { Client } from "pg";
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { migrate } from "../../src/schema/migrate.ts";
import type { DefinitionStep, Migration } from "../../src/schema/migration.ts";
import { migrations } from "../../src/schema/schema.ts";
import { freshSchema, storesOver } from "../support/opened-stores.ts";

const now = 1_700_000_000_000;
const version = migrations.length + 1;
const addColumn: DefinitionStep = {
  version,
  oldestReader: 1,
  sql: "alter table deliveries add column colour text",
};
const addIndex: Migration = {
  version,
  oldestReader: 1,
  index: { name: "deliveries_by_age", on: "deliveries (accepted_at)" },
};
const changeRows: Migration = {
  version,
  oldestReader: 1,
  rows: `update conversations set visitor_id = '"changed"' where conversation in
    (select conversation from conversations where visitor_id <> '"changed"' limit 10)`,
};
/** A server whose autovacuum runs every second. */
const server = startPostgres({ fsync: false, settings: { autovacuum_naptime: 1 } });
let schema = "";

beforeEach(() => {
  schema = freshSchema();
});
afterAll(async () => (await server).stop());

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: (await server).connectionString });
  await client.connect();
  await client.query(`set search_path = ${schema}`);
  onTestFinished(() => client.end());
  return client;
}

/** Starts a newer gateway with these additional steps. */
async function migrateTo(steps: readonly Migration[], timeoutMs?: number): Promise<void> {
  const client = await connect();
  await migrate(client, { schema, place: "It" }, [...migrations, ...steps], timeoutMs);
}

/** A running older gateway, which stores messages until it is stopped. */
class OlderGateway {
  readonly statuses: string[] = [];
  readonly #database: Database;
  #visitors = 0;
  #isOver = false;
  readonly #work: Promise<void>;

  private constructor(database: Database) {
    this.#database = database;
    this.#work = this.#run();
  }

  static async start(): Promise<OlderGateway> {
    const { connectionString: connection } = await server;
    // Long, so that a slow machine does not fail the test. Lock waits stay short.
    const limits = { connectTimeoutMs: 10_000, statementTimeoutMs: 10_000 };
    const options = { connection, schema, limits, allowNonDurable: true };
    const database = await Database.open(options);
    const gateway = new OlderGateway(database);
    onTestFinished(() => void gateway.stop());
    return gateway;
  }

  /** Resolves when `more` further messages have been answered. */
  async take(more: number): Promise<void> {
    const wanted = this.statuses.length + more;
    while (this.statuses.length < wanted) await pause(5);
  }

  async stop(): Promise<readonly string[]> {
    this.#isOver = true;
    await this.#work;
    await this.#database.close();
    return this.statuses;
  }

  async #run(): Promise<void> {
    const { messages } = storesOver(this.#database);
    while (!this.#isOver) {
      this.#visitors += 1;
      const appends = [anInboundAppend({ visitorKey: `v${this.#visitors % 25}` })];
      const result = await messages.commit({ appends, settlements: [] }, now, aBudget());
      this.statuses.push(result.appends[0]?.status ?? "unanswered");
    }
  }
}

/** A transaction of another program that has used a table and does not end. */
async function lingering(sql: string): Promise<Client> {
  const client = await connect();
  await client.query("begin");
  await client.query(sql);
  return client;
}

async function schemaVersion(): Promise<number> {
  const { rows } = await (
    await connect()
  ).query<{ version: number }>("select version from parley_schema");
  return rows[0]?.version ?? 0;
}

const stored = (statuses: readonly string[]) => new Set(statuses);

describe("a newer gateway brings the schema up to date while an older one works on it", () => {
  it("and nobody waits for a change of a locked table", async () => {
    const older = await OlderGateway.start();
    const holder = await lingering("select from deliveries limit 1");
    const migrated = migrateTo([addColumn]);
    await older.take(8);
    expect(await schemaVersion()).toBe(version - 1);
    await holder.query("commit");
    await migrated;
    await older.take(5);
    expect(stored(await older.stop())).toEqual(new Set(["stored"]));
    expect(await schemaVersion()).toBe(version);
  });

  it("and nobody waits for an index, which itself waits for writers", async () => {
    const older = await OlderGateway.start();
    await older.take(5);
    const holder = await lingering("update deliveries set sender = null where sequence = 1");
    const migrated = migrateTo([addIndex]);
    await older.take(8);
    expect(await schemaVersion()).toBe(version - 1);
    await holder.query("rollback");
    await migrated;
    await older.take(5);
    expect(stored(await older.stop())).toEqual(new Set(["stored"]));
    expect(await isValid()).toBe(true);
  });

  it("and rows are changed a part at a time, each in a transaction of its own", async () => {
    const older = await OlderGateway.start();
    await older.take(30);
    await older.stop();
    await migrateTo([changeRows]);
    const { rows } = await (
      await connect()
    ).query<{ parts: number; left: number }>(
      `select count(distinct xmin::text)::integer as parts,
        count(*) filter (where visitor_id <> '"changed"')::integer as left from conversations`,
    );
    expect(rows).toEqual([{ parts: 3, left: 0 }]);
  });
});

describe("a migration", () => {
  it("rebuilds an index whose build was interrupted", async () => {
    await (await OlderGateway.start()).stop();
    const client = await connect();
    await client.query("create index deliveries_by_age on deliveries (sequence)");
    await client.query(
      "update pg_index set indisvalid = false where indexrelid = to_regclass('deliveries_by_age')",
    );
    await migrateTo([addIndex]);
    expect(await isValid()).toBe(true);
    const { rows } = await client.query(
      "select pg_get_indexdef(to_regclass('deliveries_by_age')) like '%accepted_at%' as built",
    );
    expect(rows).toEqual([{ built: true }]);
  });

  it("is done once by gateways that start together", async () => {
    await (await OlderGateway.start()).stop();
    const steps = [addIndex, { ...addColumn, version: version + 1 }];
    await Promise.all(Array.from({ length: 4 }, () => migrateTo(steps)));
    expect(await schemaVersion()).toBe(version + 1);
  });

  it("goes on where the last one stopped", async () => {
    await (await OlderGateway.start()).stop();
    const broken: Migration = { version: version + 1, oldestReader: 1, sql: "nonsense" };
    await expect(migrateTo([addColumn, broken])).rejects.toThrow("syntax error");
    expect(await schemaVersion()).toBe(version);
    await migrateTo([addColumn, { ...addIndex, version: version + 1 }]);
    expect(await schemaVersion()).toBe(version + 1);
  });

  it("gives up in one clear sentence when a table stays locked, and has changed nothing", async () => {
    await (await OlderGateway.start()).stop();
    const holder = await lingering("select from deliveries limit 1");
    const error = await migrateTo([addColumn], 1).catch((reason: unknown) => reason);
    if (!ParleyError.is(error)) throw error;
    expect(error).toMatchObject({ code: "store-locked", retryable: true });
    expect(error.message).toMatch(/^[^\n]+pg_stat_activity[^\n]+\.$/);
    await holder.query("rollback");
    expect(await schemaVersion()).toBe(version - 1);
  });

  it("interrupts autovacuum, however long it would run", async () => {
    await (await OlderGateway.start()).stop();
    const client = await connect();
    await client.query(`alter table deliveries set
      (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1)`);
    await client.query(`insert into deliveries (conversation, sequence, kind, state, message_sequence, accepted_at, queued, message)
      select 1, n, 0, 1, n, 0, false, repeat('x', 500) from generate_series(1000, 9000) n`);
    await client.query("update deliveries set sender = '{}'");
    const isVacuumed = async (): Promise<boolean> => {
      const { rowCount } = await client.query(
        "select from pg_stat_progress_vacuum where relid = to_regclass('deliveries')",
      );
      return rowCount === 1;
    };
    await expect.poll(isVacuumed, { timeout: 60_000 }).toBe(true);
    await migrateTo([{ ...addColumn, tables: ["deliveries"] }], 1);
    expect(await schemaVersion()).toBe(version);
  }, 90_000);

  it("refuses a schema from before the first release, in one sentence that says what to do", async () => {
    await (await connect()).query(`create schema ${schema}; create table channel_keys (key text)`);
    const error = await migrateTo([]).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "store-older", retryable: false });
    expect(String(error)).toMatch(/^[^\n]+ start anew with another schema name\.$/);
  });

  it("makes a fresh schema with every kind of step", async () => {
    const steps = [addIndex, { ...changeRows, version: version + 1 }];
    await migrateTo(steps);
    expect(await isValid()).toBe(true);
    expect(await schemaVersion()).toBe(version + 1);
  });
});

async function isValid(): Promise<boolean | undefined> {
  const { rows } = await (
    await connect()
  ).query<{ valid: boolean }>(
    "select indisvalid as valid from pg_index where indexrelid = to_regclass('deliveries_by_age')",
  );
  return rows[0]?.valid;
}
