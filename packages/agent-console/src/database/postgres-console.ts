import type { Random } from "@parley/core";
import { Kysely, PostgresDialect, sql } from "kysely";
import {
  missingSteps,
  readVersion,
  type SchemaVersion,
  scriptOf,
  versionTable,
} from "@parley/core/sql-store";
import { Client, Pool, type PoolConfig } from "pg";
import { type RateLimiterAbstract, RateLimiterPostgres } from "rate-limiter-flexible";
import type { AttemptLimitOptions } from "../sign-in/attempt-limit.ts";
import type { ConsoleDatabase, Queries } from "./console-database.ts";
import { postgresSchema } from "./console-schema.ts";
import {
  setupTimeoutMs,
  describePlace,
  lockOf,
  openingError,
  poolConfigOf,
  quoted,
} from "./postgres-connection.ts";

/** Where several nodes share the console's accounts. */
export interface PostgresConsoleOptions {
  /** `postgresql://user:password@host:5432/database`, or a pool configuration for `pg`. */
  readonly connection: string | PoolConfig;
  /** Created when missing; default `parley_console`. One console per schema, on any number of nodes. */
  readonly schema?: string;
}

/** Opens the console's schema and creates it when missing. @throws ParleyError `console-database-unusable` */
export async function openPostgresConsole(
  { connection, schema = "parley_console" }: PostgresConsoleOptions,
  random: Random,
): Promise<PostgresConsole> {
  const config = poolConfigOf(connection, schema);
  const place = describePlace(config);
  let pool: Pool | null = null;
  try {
    await withLock(config, schema, (client) => migrate(client, schema, place));
    pool = openPool(config, schema);
    return new PostgresConsole(pool, config, schema, await secretOf(pool, random));
  } catch (cause) {
    await pool?.end();
    throw openingError(cause, place);
  }
}

/** Migrates the console's schema, and creates it when missing. The caller holds the lock. */
async function migrate(client: Client, schema: string, place: string): Promise<void> {
  const { rows } = await client.query<{ readonly name: string }>(
    "select tablename as name from pg_tables where schemaname = $1",
    [schema],
  );
  const tables = rows.map(({ name }) => name);
  const version = tables.includes(versionTable) ? await versionOf(client, schema) : null;
  const steps = missingSteps({ tables, version }, postgresSchema(schema, place));
  if (steps.length === 0) return;
  const isEmpty = tables.length === 0;
  const create = isEmpty ? `create schema if not exists ${quoted(schema)};\n` : "";
  // The server runs statements that are sent as one text in one transaction.
  await client.query(create + scriptOf(steps, isEmpty));
}

/** The qualified name gives a permission error when the schema is not allowed. Otherwise the table would seem missing. */
async function versionOf(client: Client, schema: string): Promise<SchemaVersion | null> {
  const text = readVersion.replace(versionTable, `${quoted(schema)}.${versionTable}`);
  return (await client.query<SchemaVersion>(text)).rows[0] ?? null;
}

function openPool(config: PoolConfig, schema: string): Pool {
  const pool = new Pool({
    ...config,
    onConnect: async (client) => {
      // A broken connection also fails its query, which reports the error.
      client.on("error", () => {});
      await client.query(`set search_path = ${quoted(schema)}`);
    },
  });
  // The next call replaces an idle connection that broke.
  pool.on("error", () => {});
  return pool;
}

/** The first node that starts creates it. */
async function secretOf(pool: Pool, random: Random): Promise<string> {
  await pool.query(
    "insert into setting (name, value) values ('secret', $1) on conflict (name) do nothing",
    [random.token(43)],
  );
  const { rows } = await pool.query<{ readonly value: string }>(
    "select value from setting where name = 'secret'",
  );
  if (rows[0] === undefined) throw new Error("the secret is gone");
  return rows[0].value;
}

/** Uses a separate connection, so that `work` may use the whole pool. */
async function withLock<Result>(
  config: PoolConfig,
  schema: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    ...config,
    query_timeout: setupTimeoutMs,
    statement_timeout: setupTimeoutMs,
  });
  // A broken connection also fails its running query, which reports the error.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(`set search_path = ${quoted(schema)}`);
    await client.query("select pg_advisory_lock($1::bigint)", [lockOf(schema, "alone")]);
    return await work(client);
  } finally {
    // The server releases the lock when the connection ends.
    await client.end().catch(() => {});
  }
}

/** `ConsoleDatabase` shared by several nodes: one schema of a PostgreSQL database. */
export class PostgresConsole implements ConsoleDatabase {
  readonly kind = "postgres";
  readonly queries: Queries;
  readonly secret: string;
  readonly #pool: Pool;
  readonly #config: PoolConfig;
  readonly #schema: string;

  constructor(pool: Pool, config: PoolConfig, schema: string, secret: string) {
    this.#pool = pool;
    this.#config = config;
    this.#schema = schema;
    this.queries = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    this.secret = secret;
  }

  runExclusively<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    return this.#runWith("turn", work);
  }

  runForConversation<Result>(
    conversationId: string,
    work: (queries: Queries) => Promise<Result>,
  ): Promise<Result> {
    return this.#runWith(`conversation ${conversationId}`, work);
  }

  async hold(queries: Queries, name: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(${lockOf(this.#schema, name)}::bigint)`.execute(queries);
  }

  /** The server keeps the bytes of deleted rows until it vacuums. */
  async forget(
    conversationId: string,
    work: (queries: Queries) => Promise<boolean>,
  ): Promise<void> {
    await this.runForConversation(conversationId, work);
  }

  alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return withLock(this.#config, this.#schema, work);
  }

  limiter(name: string, { attempts, seconds }: AttemptLimitOptions): RateLimiterAbstract {
    return new RateLimiterPostgres({
      storeClient: this.#pool,
      storeType: "pool",
      schemaName: this.#schema,
      tableName: "attempt_limit",
      tableCreated: true,
      keyPrefix: name,
      points: attempts,
      duration: seconds,
    });
  }

  #runWith<Result>(name: string, work: (queries: Queries) => Promise<Result>): Promise<Result> {
    return this.queries.transaction().execute(async (transaction) => {
      await this.hold(transaction, name);
      return work(transaction);
    });
  }

  /** Kysely owns the pool only after the first query. Without one, it does not end the pool. */
  async close(): Promise<void> {
    await this.queries.destroy();
    if (!this.#pool.ending) await this.#pool.end();
  }
}
