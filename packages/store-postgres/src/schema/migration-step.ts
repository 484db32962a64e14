import { setTimeout as pause } from "node:timers/promises";
import { ParleyError } from "@parley/core";
import { type SqlStep, writeVersion } from "@parley/core/sql-store";
import type { Client } from "pg";
import type { DefinitionStep, IndexStep, Migration, RowsStep } from "./migration.ts";
import type { SchemaPlace } from "./schema.ts";
import { queryWithoutLimit } from "../connection/pipeline.ts";
import { codeOf } from "../connection/store-error.ts";

/** Statements behind a waiting table change wait too. So it waits for less time than reads wait for a lock. */
const lockTimeoutMs = 40;
/** The server makes autovacuum release a table after a session has waited for `deadlock_timeout` (one second). */
const vacuumTimeoutMs = 5_000;
/** Pause between attempts, for normal traffic. */
const againMs = 200;
/** Default time for which a step is retried while its table is locked. */
export const lockPatience = 60_000;

/** Runs work as a transaction. */
type Atomically = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** A step as one piece of SQL, for a schema that nobody uses yet. It has no rows to change. */
export function sqlOf(step: Migration): SqlStep {
  if ("sql" in step) return step;
  const sql = "index" in step ? `create index ${step.index.name} on ${step.index.on}` : "select";
  return { ...step, sql };
}

/**
 * Applies a step while others use the schema. It blocks nobody for more than moments. It also finishes a step that was
 * interrupted.
 * @throws ParleyError `store-locked` when a table stays locked for longer than `timeoutMs`.
 */
export async function applyStep(
  client: Client,
  at: SchemaPlace,
  step: Migration,
  timeoutMs: number,
): Promise<void> {
  const atomically: Atomically = (work) => patiently(client, at, timeoutMs, work);
  if ("index" in step) await buildIndex(client, step);
  if ("rows" in step) await changeRows(client, step, atomically);
  await atomically(async () => {
    if ("sql" in step) await define(client, step);
    await client.query(writeVersion(step));
  });
}

/** First waits for a table's vacuum, with a lock that does not block traffic. */
async function define(client: Client, { sql, tables = [] }: DefinitionStep): Promise<void> {
  if (tables.length > 0) {
    const lock = `lock table ${tables.join(", ")} in share update exclusive mode`;
    await client.query(`set local lock_timeout = ${vacuumTimeoutMs}; ${lock}`);
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
  }
  await client.query(sql);
}

/** Waits for running transactions, and blocks nobody. */
async function buildIndex(client: Client, { index }: IndexStep): Promise<void> {
  const { name, on } = index;
  await client.query("set lock_timeout = 0; set statement_timeout = 0");
  const { rows } = await client.query<{ valid: boolean }>(
    "select indisvalid as valid from pg_index where indexrelid = to_regclass($1)",
    [name],
  );
  // An interrupted build leaves an invalid index, which costs updates and is never used.
  if (rows[0]?.valid === false) await queryWithoutLimit(client, `drop index concurrently ${name}`);
  await queryWithoutLimit(client, `create index concurrently if not exists ${name} on ${on}`);
}

/** Works in parts, so that no row is locked for long. */
async function changeRows(
  client: Client,
  { rows }: RowsStep,
  atomically: Atomically,
): Promise<void> {
  for (let changed = 1; changed > 0;)
    changed = await atomically(async () => (await client.query(rows)).rowCount ?? 0);
}

/** Retries `work` as a transaction until it gets its locks. */
async function patiently<Result>(
  client: Client,
  at: SchemaPlace,
  timeoutMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let waitedMs = 0; ; waitedMs += lockTimeoutMs + againMs) {
    try {
      return await transact(client, work);
    } catch (error) {
      if (codeOf(error) !== "55P03") throw error;
      if (waitedMs >= timeoutMs) throw lockedError(at, error);
      await pause(againMs);
    }
  }
}

async function transact<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`);
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

function lockedError({ schema, place }: SchemaPlace, cause: unknown): ParleyError {
  return new ParleyError(
    "store-locked",
    `Schema ${schema} of ${place} cannot be migrated, because a long transaction locks one of its tables: end it (pg_stat_activity, the oldest xact_start), and start again.`,
    { cause, retryable: true },
  );
}
