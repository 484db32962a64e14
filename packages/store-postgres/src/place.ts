import { ParleyError } from "@parley/core";
import { type ClientConfig, defaults, type PoolConfig, types } from "pg";

/** Which database, and which schema in it. */
export interface DatabasePlace {
  /** A connection string, or what `pg` takes as the configuration of a pool. */
  readonly connection: string | PoolConfig;
  readonly schema: string;
}

/** How long a call waits for an answer of the server before it gives the connection up. */
const answerTimeoutMs = 800;
const connectTimeoutMs = 800;
const statementTimeoutMs = 700;
/** For writes, which wait for rows; reads wait for nobody but a change of the schema. */
const lockTimeoutMs = { writes: 200, reads: 50 };
/** Of each of two pools. */
const poolSize = 4;
const bigint = 20;

/** Sent on every new connection before anything else; what they say about plans: rows are found by an index. */
export function sessionSettings(schema: string, use: keyof typeof lockTimeoutMs): string {
  return [
    `set search_path = ${quoted(schema)}`,
    `set statement_timeout = ${statementTimeoutMs}`,
    `set lock_timeout = ${lockTimeoutMs[use]}`,
    "set idle_in_transaction_session_timeout = 5000",
    "set default_transaction_isolation = 'read committed'",
    "set plan_cache_mode = force_generic_plan",
    "set jit = off",
    "set enable_seqscan = off",
    "set enable_hashjoin = off",
    "set enable_mergejoin = off",
  ].join("; ");
}

/**
 * What `pg` is given for the pool. Numbers of 64 bits come as numbers: none here is beyond 2^53.
 * @throws ParleyError `store-unreachable` for a connection string that is none.
 */
export function poolConfig({ connection, schema }: DatabasePlace): PoolConfig {
  const given = typeof connection === "string" ? { connectionString: connection } : connection;
  return {
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerTimeoutMs,
    application_name: `parley ${schema}`,
    ...given,
    types: { getTypeParser: typeParser },
  };
}

/** The same for a single connection, without the limits of a pool. */
export function clientConfig(place: DatabasePlace): ClientConfig {
  const { query_timeout: _queryTimeout, ...config } = poolConfig(place);
  return config;
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
