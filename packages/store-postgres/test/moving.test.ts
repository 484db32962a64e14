import { type OpenedTarget, storeExportSuite, storeImportSuite } from "@parley/conformance";
import { Client } from "pg";
import * as runner from "vitest";
import { PostgresExport } from "../src/export.ts";
import { openPostgresImport } from "../src/index.ts";
import { limitsOf } from "../src/limits.ts";
import { clientConfig, quoted } from "../src/place.ts";
import { freshSchema, openIn, postgres, stopPostgres } from "./opened-stores.ts";

runner.afterAll(stopPostgres);

storeExportSuite(runner, "store-postgres", async () => {
  const { connectionString } = await postgres();
  const schema = freshSchema();
  const stores = await openIn(connectionString, schema);
  const { client, exported } = await exportOf(connectionString, schema);
  const close = async () => {
    await client.end();
    await stores.close();
  };
  return { stores: { ...stores, close }, exported };
});

storeImportSuite(runner, "store-postgres", () => openTarget(freshSchema()));

async function openTarget(schema: string): Promise<OpenedTarget> {
  const { connectionString: connection } = await postgres();
  const opened = await openPostgresImport({ connection, schema, allowNonDurable: true });
  const reopen = async () => {
    await opened.close();
    return openTarget(schema);
  };
  return { ...opened, reopen };
}

async function exportOf(connection: string, schema: string) {
  const client = new Client(clientConfig({ connection, schema, limits: limitsOf({}) }));
  await client.connect();
  await client.query(`set search_path = ${quoted(schema)}`);
  return { client, exported: new PostgresExport(client, "the test's server") };
}
