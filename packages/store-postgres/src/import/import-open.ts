import { setTimeout as pause } from "node:timers/promises";
import { ParleyError, type StoreExport, type StoreImport } from "@parley/core";
import { Client, type PoolConfig } from "pg";
import { PostgresExport } from "../export/export.ts";
import { PostgresImport } from "./import.ts";
import { limitsOf } from "../connection/limits.ts";
import type { SchemaPlace } from "../schema/schema.ts";
import { prepareDatabase } from "../connection/open.ts";
import { moveKey } from "../connection/owner.ts";
import { clientConfig, type DatabasePlace, quoted } from "../connection/place.ts";
import { storeError } from "../connection/store-error.ts";

/** The target of a move. */
export interface PostgresImportOptions {
  /** As in `storePostgres`. */
  readonly connection: string | PoolConfig;
  /** As in `storePostgres`. */
  readonly schema?: string;
  /** As in `storePostgres`. */
  readonly allowNonDurable?: boolean;
}

/** A schema that is reserved for this move, and its contents. */
export interface OpenedImport {
  readonly target: StoreImport;
  readonly written: StoreExport;
  /** The database's address for messages. */
  readonly place: string;
  close(): Promise<void>;
}

/** Nobody waits for an answer meanwhile. */
const connectTimeoutMs = 10_000;
/** The server may list a closed connection for a moment. */
const timeoutMs = 3_000;
const othersPauseMs = 50;
const others = `select count(*) as count from pg_stat_activity
  where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`;

/**
 * Opens a schema as the target of a move; creates it when missing.
 * @throws ParleyError of `storePostgres`; `move-in-use` while a gateway or another move is connected to it
 */
export async function openPostgresImport(options: PostgresImportOptions): Promise<OpenedImport> {
  const { connection, schema = "parley", allowNonDurable = false } = options;
  const limits = limitsOf({ connectTimeoutMs });
  const place: DatabasePlace = { connection, schema, limits };
  const { place: name } = await prepareDatabase(place, allowNonDurable, true);
  const client = new Client({
    ...clientConfig(place),
    application_name: `parley move ${schema}`,
    // Keep-alive finds a dead server. The queries have no time limit.
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

/** Running gateways share this lock. The server releases it when the connection ends for any reason. */
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

/** Whether no gateway is connected. A new gateway holds no lock before it proves that it is alive. */
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
