import { ParleyError } from "@parley/core";
import { Client, type ClientConfig, defaults, type PoolConfig, types } from "pg";
import { answerTimeoutMs, type ConnectionLimits } from "./limits.ts";

/** Which database, which schema in it, and what one node takes of it. */
export interface DatabasePlace {
  /** A connection string, or what `pg` takes as the configuration of a pool. */
  readonly connection: string | PoolConfig;
  readonly schema: string;
  readonly limits: Required<ConnectionLimits>;
}

/** What a connection of a pool is for. */
export type Use = "writers" | "readers";

/** For writes, which wait for rows; reads wait for nobody but a change of the schema. */
const lockTimeoutMs = { writers: 200, readers: 50 };
const bigint = 20;

/** Sent on every new connection before anything else; what they say about plans: rows are found by an index. */
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
 * What `pg` is given for a pool. Numbers of 64 bits come as numbers: none here is beyond 2^53.
 * @throws ParleyError `store-unreachable` for a connection string that is none.
 */
export function poolConfig(place: DatabasePlace, use: Use): PoolConfig {
  const max = place.limits[use];
  return { max, query_timeout: answerTimeoutMs(place.limits), ...configOf(place) };
}

/** How long a pool waits for an answer, in milliseconds, as limits or connection have it; 0 is for ever. */
export function answerLimitMs(place: DatabasePlace): number {
  // A connection string may say it too, and then `pg` knows.
  const { connectionParameters } = new Client(poolConfig(place, "writers")) as Client & {
    readonly connectionParameters: { readonly query_timeout?: unknown };
  };
  return Number(connectionParameters.query_timeout) || 0;
}

/** The same for a single connection, whose answers are waited for without end. */
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

/** `pg` takes any scheme for its own, and nothing at all for a server on this machine. */
function requireScheme(connectionString: string): void {
  if (!/^(?:postgres(?:ql)?:|socket:|\/)/i.test(connectionString)) throw connectionStringError();
}

/** For people: where the database is, without any password. */
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

/** @throws ParleyError `store-unreachable`. The cause is left out: it quotes what may hold a password. */
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
