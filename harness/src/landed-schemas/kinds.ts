import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "@parley/embedded-postgres";
import { storePostgres } from "@parley/store-postgres";
import { storeSqlite } from "@parley/store-sqlite";
import type { ContainerModule } from "inversify";
import { Client } from "pg";
import { readAccounts, writeAccounts } from "./console-history.ts";
import { dumpPostgres } from "./dump-postgres.ts";
import { dumpSqlite, restoreSqlite } from "./dump-sqlite.ts";
import { readOwners } from "./owner-history.ts";
import { readPauses } from "./pause-history.ts";
import {
  carryOn,
  readHistory,
  searchHistory,
  stateHistory,
  writeHistory,
} from "./store-history.ts";
import { withStores } from "./with-stores.ts";

/** One of the databases whose landed schemas are kept as files. */
export interface LandedKind {
  /** How the names of its files begin. */
  readonly name: string;
  /** An empty database that the present code has filled, as SQL. */
  write(): Promise<string>;
  /** What the present code finds in a database that this SQL makes, and how it goes on. */
  read(sql: string): Promise<unknown>;
}

type Place = { readonly connection: string; readonly schema: string };

export const kinds: readonly LandedKind[] = [
  inPostgres("store-postgres", "parley", {
    fill: (place) => withStores(postgresStore(place), writeHistory),
    open: (place) => withStores(postgresStore(place), whatIsThere),
  }),
  inPostgres("console-postgres", "parley_console", {
    fill: (database) => writeAccounts({ database }),
    open: (database) => readAccounts({ database }),
  }),
  inSqlite("console-sqlite", "console.db", {
    fill: (directory) => writeAccounts({ directory }),
    open: (directory) => readAccounts({ directory }),
  }),
  inSqlite("store-sqlite", "parley.db", {
    fill: (directory) => withStores(storeSqlite({ directory }), writeHistory),
    open: (directory) => withStores(storeSqlite({ directory }), whatIsThere),
  }),
];

async function whatIsThere(stores: Parameters<typeof readHistory>[0]): Promise<unknown> {
  return {
    found: await readHistory(stores),
    searched: await searchHistory(stores),
    state: await stateHistory(stores),
    pauses: await readPauses(stores),
    owners: await readOwners(stores),
    next: await carryOn(stores),
  };
}

function postgresStore(place: Place): ContainerModule {
  return storePostgres({ ...place, anchorsClock: false, allowNonDurable: true });
}

interface Steps<At> {
  fill(place: At): Promise<void>;
  open(place: At): Promise<unknown>;
}

function inPostgres(name: string, schema: string, { fill, open }: Steps<Place>): LandedKind {
  const within = async <Result>(
    work: (place: Place, client: Client) => Promise<Result>,
  ): Promise<Result> => {
    const server = await startPostgres({ fsync: false });
    const connection = server.connectionString;
    const client = new Client({ connectionString: connection });
    try {
      await client.connect();
      await client.query(`set search_path = ${schema}`);
      return await work({ connection, schema }, client);
    } finally {
      await client.end();
      await server.stop();
    }
  };
  return {
    name,
    write: () =>
      within(async (place, client) => {
        await fill(place);
        return dumpPostgres(client, schema);
      }),
    read: (sql) =>
      within(async (place, client) => {
        await client.query(`create schema ${schema}`);
        await client.query(sql);
        return open(place);
      }),
  };
}

function inSqlite(name: string, file: string, { fill, open }: Steps<string>): LandedKind {
  const within = async <Result>(work: (directory: string) => Promise<Result>): Promise<Result> => {
    const directory = mkdtempSync(join(tmpdir(), "parley-landed-"));
    try {
      return await work(directory);
    } finally {
      rmSync(directory, { recursive: true });
    }
  };
  return {
    name,
    write: () =>
      within(async (directory) => {
        await fill(directory);
        return dumpSqlite(join(directory, file));
      }),
    read: (sql) =>
      within(async (directory) => {
        restoreSqlite(join(directory, file), sql);
        return open(directory);
      }),
  };
}
