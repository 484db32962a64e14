import { ParleyError } from "@parley/core";
import { Client, type ClientConfig } from "pg";
import { migrate } from "../schema/migrate.ts";
import { requireMoved } from "../import/moving.ts";
import {
  clientConfig,
  connectionStringError,
  type DatabasePlace,
  describePlace,
  quoted,
} from "./place.ts";
import { requireOwnSessions } from "./proxy.ts";
import { requireServer } from "./requirements.ts";
import { allBackends, type BackendRow } from "../backends/backend-numbers.ts";
import { requireRights } from "./rights.ts";
import { codeOf } from "./store-error.ts";

/** Time limit for a connection. A start can wait longer than a call for a visitor. */
const connectTimeoutMs = 5_000;
/** Time limit for an answer of the server. Building an index has no limit. */
const answerTimeoutMs = 10_000;

/** A database that can be used. */
export interface PreparedDatabase {
  /** Its address for messages. */
  readonly place: string;
  readonly backends: readonly BackendRow[];
}

/**
 * Checks the server and the connection to it, and migrates the schema.
 * @throws ParleyError `store-unreachable`, `store-postgres-too-old`, `store-read-only`, `store-not-durable`,
 * `store-pooled`, `store-newer`, `store-older`, `store-foreign`, `store-not-allowed`, `store-locked`, `store-half-moved`.
 */
export async function prepareDatabase(
  place: DatabasePlace,
  allowNonDurable: boolean,
  mayBeHalfMoved = false,
): Promise<PreparedDatabase> {
  const client = newClient(place);
  const name = describePlace(client);
  try {
    await client.connect();
    await requireServer(client, name, allowNonDurable);
    await requireNoProxy(client, place, name);
    await client.query(`set search_path = ${quoted(place.schema)}`);
    await migrate(client, { schema: place.schema, place: name });
    await requireRights(client, { schema: place.schema, place: name });
    if (!mayBeHalfMoved) await requireMoved(client, { schema: place.schema, place: name });
    const { rows } = await client.query<BackendRow>(allBackends.text);
    return { place: name, backends: rows };
  } catch (error) {
    throw openingError(error, name);
  } finally {
    await client.end().catch(() => {});
  }
}

async function requireNoProxy(client: Client, place: DatabasePlace, name: string): Promise<void> {
  const other = newClient(place);
  try {
    await other.connect();
    await requireOwnSessions(client, other, name);
  } finally {
    await other.end().catch(() => {});
  }
}

function newClient(place: DatabasePlace): Client {
  const limits = { ...place.limits, connectTimeoutMs };
  const config = clientConfig({ ...place, limits });
  const client = clientOf({ ...config, query_timeout: answerTimeoutMs });
  // A broken connection also fails its running query, which reports the error.
  client.on("error", () => {});
  return client;
}

/** `pg` reads a file that the connection string names. Its error contains the path, but no secret. */
function clientOf(config: ClientConfig): Client {
  try {
    return new Client(config);
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (path === undefined) throw connectionStringError();
    throw new ParleyError(
      "store-unreachable",
      `The connection string of the PostgreSQL store names the file ${path}, which cannot be read (${code}).`,
    );
  }
}

function openingError(error: unknown, place: string): ParleyError {
  if (ParleyError.is(error)) return error;
  const code = codeOf(error);
  const reason = reasonOf(error, code);
  if (code === "42501") {
    return new ParleyError(
      "store-not-allowed",
      `${place} denies this user a right that the gateway needs (${reason}): make it the owner of the schema, or grant it CREATE on the database.`,
      { cause: error },
    );
  }
  return new ParleyError(
    "store-unreachable",
    `${place} cannot be used (${reason}): ${adviceFor(code, reason)}.`,
    { cause: error, retryable: true },
  );
}

/** The server's message is more useful than its code. A system error's message names only an address. */
function reasonOf(error: unknown, code: string): string {
  const isServer = /^[0-9A-Z]{5}$/.test(code) && error instanceof Error;
  if (isServer || code === "unknown") return error instanceof Error ? error.message : "unknown";
  return code;
}

/** OpenSSL's error codes for certificates are in capitals. */
function adviceFor(code: string, reason: string): string {
  if (/CERT|ALTNAME|ISSUER|^ERR_(?:TLS|SSL)/.test(code))
    return "give the authority of its certificate with sslrootcert, and connect by the host name in the certificate";
  if (/does not support SSL/.test(reason))
    return "turn on TLS at the server (ssl = on), or, on a private network, remove it from the connection string";
  return "check the address, the user and the password, and that the server runs";
}
