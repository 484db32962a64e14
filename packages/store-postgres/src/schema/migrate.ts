import { setTimeout as pause } from "node:timers/promises";
import { ParleyError } from "@parley/core";
import type { Client } from "pg";
import type { Migration } from "./migration.ts";
import { applyStep, lockPatience, makeStep } from "./migration-step.ts";
import { migrations } from "./migrations/all.ts";
import { lockKey } from "../connection/owner.ts";
import { quoted } from "../connection/place.ts";
import { readVersion, requireReadable, type SchemaPlace, versionTable } from "./schema-version.ts";

/** How long a node waits for another node's migration. */
const turnLimitMs = 600_000;
const turnLookMs = 100;

/**
 * Migrates the schema to the newest known version. One node at a time does so, while others use the schema. Each step
 * is committed when it is done. A newer schema is left as it is when it still allows this version.
 * @param timeoutMs how long a step is retried while its table is locked.
 * @throws ParleyError `store-newer`, `store-foreign`, `store-locked`; otherwise a database error.
 */
export async function migrate(
  client: Client,
  at: SchemaPlace,
  steps: readonly Migration[] = migrations,
  timeoutMs = lockPatience,
): Promise<void> {
  if (await isCurrent(client, at, steps)) return;
  const key = lockKey(`${at.schema} schema`);
  await takeTurn(client, at, key);
  try {
    const found = await readVersion(client, at);
    if (found === null) return await makeSchema(client, at, steps);
    requireReadable(found, at, steps.length);
    for (const step of steps.slice(found.version)) await applyStep(client, at, step, timeoutMs);
  } finally {
    await client.query("select pg_advisory_unlock($1::bigint)", [key]).catch(() => {});
  }
}

async function isCurrent(
  client: Client,
  at: SchemaPlace,
  steps: readonly Migration[],
): Promise<boolean> {
  const found = await readVersion(client, at);
  if (found === null) return false;
  requireReadable(found, at, steps.length);
  return found.version >= steps.length;
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
  await client.query("begin");
  try {
    // Checked first: "if not exists" needs the privilege to create even when the schema exists.
    const { rows } = await client.query("select 1 where to_regnamespace($1) is not null", [
      quoted(schema),
    ]);
    if (rows.length === 0) await client.query(`create schema if not exists ${quoted(schema)}`);
    await client.query(versionTable);
    for (const step of steps) await makeStep(client, step);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
