import { ParleyError } from "@parley/core";
import { type ClientConfig, defaults, type PoolConfig, types } from "pg";
import { answerTimeoutMs, type ConnectionLimits } from "./limits.ts";

/** The database, the schema in it, and the limits of one node. */
export interface DatabasePlace {
  /** A connection string, or a pool configuration for `pg`. */
  readonly connection: string | PoolConfig;
  readonly schema: string;
  readonly limits: Required<ConnectionLimits>;
}

/** Purpose of a pool's connections. */
export type Use = "writers" | "readers";

/** Writes wait for row locks. Reads wait only for schema changes. */
const lockTimeoutMs = { writers: 200, readers: 50 };
const bigint = 20;

/** Sent first on every new connection. The plan settings make the server find rows through indexes. */
export function sessionSettings(
  { schema, limits }: Omit<DatabasePlace, "connection">,
  use: Use,
): string {
  return [
    `set search_path = ${quoted(schema)}`,
    `set statement_timeout = ${limits.statementTimeoutMs}`,
    `set lock_timeout = ${lockTimeoutMs[use]}`,
    "set idle_in_transaction_session_timeout = 5000",
    "set default_transaction_isolation = 'read committed'",
    "set plan_cache_mode = force_generic_plan",
    "set jit = off",
    "set enable_seqscan = off",
    "set enable_bitmapscan = off",
    "set enable_hashjoin = off",
    "set enable_mergejoin = off",
  ].join("; ");
}

/**
 * Pool configuration for `pg`. Parses 64-bit integers as numbers: none here exceeds 2^53.
 * @throws ParleyError `store-unreachable` for an invalid connection string.
 */
export function poolConfig(place: DatabasePlace, use: Use): PoolConfig {
  const max = place.limits[use];
  return { max, query_timeout: answerTimeoutMs(place.limits), ...configOf(place) };
}

/** Configuration of a single connection, without a time limit for answers. */
export function clientConfig(place: DatabasePlace): ClientConfig {
  const { query_timeout: _queryTimeout, ...config } = configOf(place);
  return config;
}

function configOf({ connection, schema, limits }: DatabasePlace): PoolConfig {
  const given = typeof connection === "string" ? { connectionString: connection } : connection;
  if (given.connectionString !== undefined) requireScheme(given.connectionString);
  return {
    connectionTimeoutMillis: limits.connectTimeoutMs,
    application_name: `parley ${schema}`,
    ...given,
    types: { getTypeParser: typeParser },
  };
}

/** `pg` accepts any scheme, and reads an empty string as a server on this machine. */
function requireScheme(connectionString: string): void {
  if (!/^(?:postgres(?:ql)?:|socket:|\/)/i.test(connectionString)) throw connectionStringError();
}

/** The database's address for messages, without the password. */
export function describePlace(config: {
  readonly host: string;
  readonly port: number;
  readonly database?: string | undefined;
  readonly user?: string | undefined;
}): string {
  const { host, port, database = defaults.database ?? "", user = defaults.user ?? "" } = config;
  return `PostgreSQL at ${host}:${port} (database ${database}, user ${user})`;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** @throws ParleyError `store-unreachable`. The cause is omitted: it could quote the password. */
export function connectionStringError(): ParleyError {
  return new ParleyError(
    "store-unreachable",
    "The connection string of the PostgreSQL store cannot be read: postgresql://user:password@host:5432/database is expected.",
  );
}

const typeParser = ((oid: number, format?: "text" | "binary") =>
  oid === bigint && format !== "binary"
    ? Number
    : types.getTypeParser(oid, format as "text")) as typeof types.getTypeParser;
