import { startPostgres } from "@parley/embedded-postgres";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "../../../src/schema/migrate.ts";
import { freshSchema } from "../../support/opened-stores.ts";

interface Looks {
  readonly vacuumed: number;
  readonly analyzed: number;
}

/** A server whose autovacuum runs every second. */
const server = startPostgres({ fsync: false, settings: { autovacuum_naptime: 1 } });
const schema = freshSchema();
let client: Client;

beforeAll(async () => {
  client = new Client({ connectionString: (await server).connectionString });
  await client.connect();
  await client.query(`create schema ${schema}; set search_path = ${schema}`);
  await migrate(client, { schema, place: "It" });
  await client.query(`insert into lanes (conversation, kind, channel, head, waiting, attempt, due)
    select n, 0, 1, 1, 1, 0, n from generate_series(1, 5000) n`);
});
afterAll(async () => {
  await client.end();
  await (await server).stop();
});

async function looksAtLanes(): Promise<Looks> {
  const { rows } = await client.query<Looks>(
    `select autovacuum_count::integer as vacuumed, autoanalyze_count::integer as analyzed
      from pg_stat_user_tables where relid = to_regclass('lanes')`,
  );
  return rows[0] as Looks;
}

/** Retries all lanes until autovacuum has run a number of times. */
async function retryUntilVacuumed(times: number): Promise<void> {
  await client.query("update lanes set due = due + 1");
  const vacuumed = async () => (await looksAtLanes()).vacuumed;
  await expect.poll(vacuumed, { timeout: 60_000 }).toBeGreaterThanOrEqual(times);
}

describe("lanes that are tried again and again", () => {
  it("are vacuumed each time, but not analyzed", async () => {
    // Analyze runs after the vacuum, so the second vacuum shows that the first has finished.
    await retryUntilVacuumed(1);
    await retryUntilVacuumed(2);
    expect((await looksAtLanes()).analyzed).toBe(0);
  }, 120_000);
});
