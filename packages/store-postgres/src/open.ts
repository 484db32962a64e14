import { ParleyError } from "@parley/core";
import { Client, type ClientConfig } from "pg";
import { migrate } from "./migrate.ts";
import {
  clientConfig,
  connectionStringError,
  type DatabasePlace,
  describePlace,
  quoted,
} from "./place.ts";
import { requireServer } from "./requirements.ts";
import { codeOf } from "./store-error.ts";

/** How long a migration may take, and wait for that of another node. */
const migrationTimeoutMs = 60_000;

/**
 * Looks at the server, and brings the schema up to date.
 * @returns the database for people.
 * @throws ParleyError `store-unreachable`, `store-postgres-too-old`, `store-read-only`, `store-not-durable`,
 * `store-newer`, `store-foreign`, `store-not-allowed`.
 */
export async function prepareDatabase(
  place: DatabasePlace,
  allowNonDurable: boolean,
): Promise<string> {
  const client = newClient({ ...clientConfig(place), query_timeout: migrationTimeoutMs });
  const name = describePlace(client);
  // A connection that breaks says so at the query that is under way as well.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(`set search_path = ${quoted(place.schema)}`);
    await requireServer(client, name, allowNonDurable);
    await migrate(client, { schema: place.schema, place: name });
    return name;
  } catch (error) {
    throw openingError(error, name);
  } finally {
    await client.end().catch(() => {});
  }
}

function newClient(config: ClientConfig): Client {
  try {
    return new Client(config);
  } catch {
    throw connectionStringError();
  }
}

function openingError(error: unknown, place: string): ParleyError {
  if (ParleyError.is(error)) return error;
  const code = codeOf(error);
  if (code === "42501") {
    return new ParleyError(
      "store-not-allowed",
      `${place} does not let this user make or use the schema: grant it CREATE on the database, or the schema itself.`,
      { cause: error },
    );
  }
  return new ParleyError(
    "store-unreachable",
    `${place} cannot be used (${reasonOf(error, code)}): check the address, the user and the password, and that the server runs.`,
    { cause: error, retryable: true },
  );
}

/** A server's own words say more than its code; those of a system error name an address only. */
function reasonOf(error: unknown, code: string): string {
  const isServer = /^[0-9A-Z]{5}$/.test(code) && error instanceof Error;
  if (isServer || code === "unknown") return error instanceof Error ? error.message : "unknown";
  return code;
}
