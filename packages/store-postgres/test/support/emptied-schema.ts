import type { StoreFactory } from "@parley/conformance";
import { Client } from "pg";
import { storePostgres } from "../../src/index.ts";
import { emptying, freshSchema, postgres } from "./opened-stores.ts";

let schema: string | null = null;

/** The stores on the schema of the test before, emptied: much faster than a new one. For one test at a time. */
export async function emptiedSchema(): Promise<StoreFactory> {
  const { connectionString: connection } = await postgres();
  if (schema !== null) await empty(connection, schema);
  const options = { connection, schema: (schema ??= freshSchema()) };
  return () => storePostgres({ ...options, anchorsClock: false, allowNonDurable: true });
}

async function empty(connectionString: string, schema: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`set search_path = "${schema}"`);
  await client.query(emptying);
  await client.end();
}
