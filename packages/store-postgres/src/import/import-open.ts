import { setTimeout as pause } from "node:timers/promises";
import { ParleyError, type StoreExport, type StoreImport } from "@parley/core";
import { Client, type PoolConfig } from "pg";
import { PostgresExport } from "../export/export.ts";
import { PostgresImport } from "./import.ts";
import { limitsOf } from "../connection/limits.ts";
import type { SchemaPlace } from "../schema/schema-version.ts";
import { prepareDatabase } from "../connection/open.ts";
import { moveKey } from "../connection/owner.ts";
import { clientConfig, type DatabasePlace, quoted } from "../connection/place.ts";
import { storeError } from "../connection/store-error.ts";

/** Where a gateway is moved to. */
export interface PostgresImportOptions {
  /** As of `storePostgres`. */
  readonly connection: string | PoolConfig;
  /** As of `storePostgres`. */
  readonly schema?: string;
  /** As of `storePostgres`. */
  readonly allowNonDurable?: boolean;
}

/** A schema that nobody else fills or uses meanwhile, and what it holds. */
export interface OpenedImport {
  readonly target: StoreImport;
  readonly written: StoreExport;
  /** The database for people. */
  readonly place: string;
  close(): Promise<void>;
}

/** Nobody waits for an answer meanwhile. */
const connectTimeoutMs = 10_000;
/** A connection that has just been ended is seen for a moment more. */
const timeoutMs = 3_000;
const othersPauseMs = 50;
const others = `select count(*) as count from pg_stat_activity
  where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`;

/**
 * Opens a schema, made when it is missing, to move a gateway there.
 * @throws ParleyError of `storePostgres`; `move-in-use` while a gateway or another move is connected to it
 */
export async function openPostgresImport(options: PostgresImportOptions): Promise<OpenedImport> {
  const { connection, schema = "parley", allowNonDurable = false } = options;
  const limits = limitsOf({ connectTimeoutMs });
  const place: DatabasePlace = { connection, schema, limits };
  const name = await prepareDatabase(place, allowNonDurable, true);
  const client = new Client({
    ...clientConfig(place),
    application_name: `parley move ${schema}`,
    // No answer is waited for in vain for ever: what is asked here may take as long as it likes.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(`set search_path = ${quoted(schema)}`);
    await hold(client, { schema, place: name });
  } catch (error) {
    await client.end().catch(() => {});
    throw storeError(error, name);
  }
  return {
    target: new PostgresImport(client, { schema, place: name }),
    written: new PostgresExport(client, name),
    place: name,
    close: () => client.end(),
  };
}

/** Every gateway holds the same lock, shared. It goes with the connection, however that ends. */
async function hold(client: Client, at: SchemaPlace): Promise<void> {
  const since = performance.now();
  for (let isHeld = false; ;) {
    isHeld ||= await takeLock(client, at);
    const isAlone = await hasNoGateway(client, at);
    if (isHeld && isAlone) return;
    if (performance.now() - since > timeoutMs)
      throw inUseError(at, isAlone ? "Another parley migrate, or a gateway," : "A gateway");
    await pause(othersPauseMs);
  }
}

async function takeLock(client: Client, { schema }: SchemaPlace): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    "select pg_try_advisory_lock($1::bigint) as taken",
    [moveKey(schema)],
  );
  return rows[0]?.taken === true;
}

/** Of those that have not shown that they live yet: they hold no lock. */
async function hasNoGateway(client: Client, { schema }: SchemaPlace): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>(others, [`parley ${schema}`]);
  return rows[0]?.count === 0;
}

function inUseError({ schema, place }: SchemaPlace, who: string): ParleyError {
  return new ParleyError(
    "move-in-use",
    `${who} is connected to schema ${schema} of ${place}: stop it first.`,
  );
}
