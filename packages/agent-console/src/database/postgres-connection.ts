import { createHash } from "node:crypto";
import { ParleyError } from "@parley/core";
import { Client, type PoolConfig, types } from "pg";

const poolSize = 4;
const connectTimeoutMs = 2_000;
const statementTimeoutMs = 5_000;
const bigint = 20;

/**
 * How long a starting node waits for another node that creates tables or the first account. It is also the limit for
 * that work.
 */
export const setupTimeoutMs = 60_000;

/** Pool configuration for `pg`. Parses 64-bit integers as numbers: none here exceeds 2^53. */
export function poolConfigOf(connection: string | PoolConfig, schema: string): PoolConfig {
  const given = typeof connection === "string" ? { connectionString: connection } : connection;
  return {
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs,
    keepAlive: true,
    application_name: `parley console ${schema}`,
    ...given,
    types: { getTypeParser: typeParser },
  };
}

const typeParser = ((oid: number, format?: "text" | "binary") =>
  oid === bigint && format !== "binary"
    ? Number
    : types.getTypeParser(oid, format as "text")) as typeof types.getTypeParser;

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Key of an advisory lock, in digits: a 64-bit integer does not fit into a number. */
export function lockOf(schema: string, purpose: string): string {
  const name = `parley console ${schema} ${purpose}`;
  return createHash("sha256").update(name).digest().readBigInt64BE().toString();
}

/**
 * The database's address for error messages, without the password.
 * @throws ParleyError `console-database-unusable` for an invalid connection string. The cause is omitted: it could
 * quote the password.
 */
export function describePlace(config: PoolConfig): string {
  try {
    const { host, port, database, user } = new Client(config);
    return `PostgreSQL at ${host}:${port} (database ${database}, user ${user})`;
  } catch {
    throw new ParleyError(
      "console-database-unusable",
      "The connection string of the console's database cannot be read: postgresql://user:password@host:5432/database is expected.",
    );
  }
}

/** Reports the server's own message, or the code of a system error. */
export function openingError(cause: unknown, place: string): ParleyError {
  if (ParleyError.is(cause)) return cause;
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  const isServer = typeof code === "string" && /^[0-9A-Z]{5}$/.test(code);
  const isTold = isServer || code === undefined;
  const words = isTold && cause instanceof Error ? cause.message : String(code ?? cause);
  return new ParleyError(
    "console-database-unusable",
    `The console cannot use its database, ${place}: ${words}.`,
    { cause, retryable: !isServer },
  );
}
