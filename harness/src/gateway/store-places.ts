import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";
import Sqlite from "better-sqlite3";
import { Client } from "pg";
import type { StorePlace } from "./options.ts";
import { integrityOf } from "./sqlite-integrity.ts";

/** A place for messages, made for one run, and a look at it from outside once the gateways have ended. */
export interface OpenedPlace {
  readonly place: StorePlace;
  /** Of PostgreSQL. */
  readonly server: EmbeddedPostgres | null;
  /** How many lanes still wait, also while gateways run. */
  lanes(): Promise<number>;
  /** How many lanes still wait, and `ok` or what the database says about its own soundness. */
  inspect(): Promise<{ readonly lanes: number; readonly integrity: string }>;
  /** Removes it. */
  close(): Promise<void>;
}

const countLanes = "select count(*) as lanes from lanes";
const countPostgresLanes = "select count(*) as lanes from parley.lanes";

/** `settings`: of a PostgreSQL server, by name. */
export function openPlace(
  store: StorePlace["store"],
  settings: Readonly<Record<string, string>> = {},
): Promise<OpenedPlace> {
  return store === "sqlite" ? openSqlitePlace() : openPostgresPlace(settings);
}

async function openSqlitePlace(): Promise<OpenedPlace> {
  const directory = mkdtempSync(join(tmpdir(), "parley-harness-"));
  const lanes = async (): Promise<number> => {
    const database = new Sqlite(join(directory, "parley.db"), { readonly: true });
    const { lanes } = database.prepare(countLanes).get() as { lanes: number };
    database.close();
    return lanes;
  };
  return {
    place: { store: "sqlite", directory },
    server: null,
    lanes,
    inspect: async () => ({ lanes: await lanes(), integrity: await integrityOf(directory) }),
    close: async () => rmSync(directory, { recursive: true }),
  };
}

async function openPostgresPlace(settings: Readonly<Record<string, string>>): Promise<OpenedPlace> {
  const server = await startPostgres({ settings });
  const connectionString = await server.createDatabase();
  const lanes = async (): Promise<number> => {
    const client = new Client({ connectionString });
    await client.connect();
    const { rows } = await client.query<{ lanes: string }>(countPostgresLanes);
    await client.end();
    return Number(rows[0]?.lanes);
  };
  return {
    place: { store: "postgres", connectionString },
    server,
    lanes,
    inspect: async () => ({ lanes: await lanes(), integrity: "ok" }),
    close: () => server.stop(),
  };
}
