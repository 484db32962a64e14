import { gatewaySuite } from "@parley/conformance";
import { Client } from "pg";
import * as runner from "vitest";
import { storePostgres } from "../../src/index.ts";
import { emptying, freshSchema, postgres, stopPostgres } from "../support/opened-stores.ts";

const { connectionString: connection } = await postgres();
const client = new Client({ connectionString: connection });
await client.connect();
/** Reused by the next test. Some tests need several. */
const schemas: string[] = [];
let taken = 0;

runner.beforeEach(async () => {
  for (const schema of schemas.slice(0, taken)) {
    await client.query(`set search_path = ${schema}`);
    await client.query(emptying);
  }
  taken = 0;
});
runner.afterAll(async () => {
  await client.end();
  await stopPostgres();
});

gatewaySuite(runner, "PostgreSQL", () => {
  const schema = schemas[taken] ?? freshSchema();
  schemas[taken] = schema;
  taken += 1;
  return () => storePostgres({ connection, schema, anchorsClock: false, allowNonDurable: true });
});
