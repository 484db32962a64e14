import { setTimeout as pause } from "node:timers/promises";
import { ParleyError } from "@parley/core";
import {
  missingSteps,
  readVersion,
  scriptOf,
  type SchemaVersion,
  versionTable,
} from "@parley/core/sql-store";
import type { Client } from "pg";
import type { Migration } from "./migration.ts";
import { applyStep, lockPatience, sqlOf } from "./migration-step.ts";
import { migrations, schemaAt, type SchemaPlace } from "./schema.ts";
import { lockKey } from "../connection/owner.ts";
import { quoted } from "../connection/place.ts";

/** How long a node waits for another node's migration. */
const turnLimitMs = 600_000;
const turnLookMs = 100;

/** Steps that a schema still needs. `isEmpty`: it has no table yet. */
interface Missing {
  readonly isEmpty: boolean;
  readonly steps: readonly Migration[];
}

/**
 * Migrates the schema to the newest known version. One node at a time does so, while others use the schema. Each step
 * is committed when it is done. A newer schema is left as it is when it still allows this version.
 * @param timeoutMs how long a step is retried while its table is locked.
 * @throws ParleyError `store-newer`, `store-older`, `store-foreign`, `store-locked`; otherwise a database error.
 */
export async function migrate(
  client: Client,
  at: SchemaPlace,
  steps: readonly Migration[] = migrations,
  timeoutMs = lockPatience,
): Promise<void> {
  if ((await missing(client, at, steps)).steps.length === 0) return;
  const key = lockKey(`${at.schema} schema`);
  await takeTurn(client, at, key);
  try {
    const left = await missing(client, at, steps);
    if (left.isEmpty) return await makeSchema(client, at, left.steps);
    for (const step of left.steps) await applyStep(client, at, step, timeoutMs);
  } finally {
    await client.query("select pg_advisory_unlock($1::bigint)", [key]).catch(() => {});
  }
}

async function missing(
  client: Client,
  at: SchemaPlace,
  steps: readonly Migration[],
): Promise<Missing> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = $1",
    [at.schema],
  );
  const tables = rows.map(({ name }) => name);
  const version = tables.includes(versionTable)
    ? ((await client.query<SchemaVersion>(readVersion)).rows[0] ?? null)
    : null;
  return {
    isEmpty: tables.length === 0,
    steps: missingSteps({ tables, version }, schemaAt(at, steps)),
  };
}

/** Polls for the lock. A waiting session would block the building of an index. */
async function takeTurn(
  client: Client,
  { schema, place }: SchemaPlace,
  key: string,
): Promise<void> {
  for (let waitedMs = 0; waitedMs < turnLimitMs; waitedMs += turnLookMs) {
    const { rows } = await client.query<{ taken: boolean }>(
      "select pg_try_advisory_lock($1::bigint) as taken",
      [key],
    );
    if (rows[0]?.taken === true) return;
    await pause(turnLookMs);
  }
  throw new ParleyError(
    "store-locked",
    `Schema ${schema} of ${place} is being migrated by another gateway: start this one again when that is done.`,
    { retryable: true },
  );
}

/** Creates the schema in one transaction: nobody uses it yet. */
async function makeSchema(
  client: Client,
  { schema }: SchemaPlace,
  steps: readonly Migration[],
): Promise<void> {
  // Checked first: "if not exists" needs the privilege to create even when the schema exists.
  const { rows } = await client.query("select 1 where to_regnamespace($1) is not null", [
    quoted(schema),
  ]);
  const create = rows.length === 0 ? `create schema if not exists ${quoted(schema)};\n` : "";
  // The server runs statements that are sent as one text in one transaction.
  await client.query(create + scriptOf(steps.map(sqlOf), true));
}
