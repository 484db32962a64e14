import { severalNodesSuite, type SharedStores } from "@parley/conformance";
import { Client } from "pg";
import * as runner from "vitest";
import { Database } from "../src/connection/database.ts";
import { storePostgres } from "../src/index.ts";
import {
  emptying,
  freshSchema,
  postgres,
  stopPostgres,
  storesOver,
} from "./support/opened-stores.ts";

/** Created for earlier tests, and emptied. */
const schemas: string[] = [];

runner.afterAll(stopPostgres);

severalNodesSuite(runner, "PostgreSQL", share);

async function share(): Promise<SharedStores> {
  const { connectionString: connection } = await postgres();
  const schema = schemas.pop() ?? freshSchema();
  const options = { connection, schema, allowNonDurable: true };
  const databases: Database[] = [];
  const lockers: (() => Promise<void>)[] = [];
  return {
    open: async () => {
      const database = await Database.open(options);
      databases.push(database);
      return { ...storesOver(database), crash: () => database.close() };
    },
    module: () => storePostgres({ ...options, anchorsClock: false }),
    lockLanes: async (conversationId) => {
      const letGo = await lockLanes(connection, schema, conversationId);
      lockers.push(letGo);
      return letGo;
    },
    close: async () => {
      // Left by a check that failed.
      for (const letGo of lockers) await letGo();
      for (const database of databases) await database.close();
      await empty(connection, schema);
      schemas.push(schema);
    },
  };
}

async function empty(connectionString: string, schema: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`set search_path = "${schema}"`);
  await client.query(emptying);
  await client.end();
}

/** As a transaction of another program that does not end. */
async function lockLanes(
  connectionString: string,
  schema: string,
  conversationId: string,
): Promise<() => Promise<void>> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query("begin");
  const sql = `select from "${schema}".conversations where id = $1 for update`;
  await client.query(sql, [conversationId]);
  return () => client.end();
}
