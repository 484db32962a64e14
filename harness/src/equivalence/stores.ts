import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type OpenedStores, storesOf } from "@parley/conformance";
import { MemoryData, memoryStores } from "@parley/core/memory";
import { storePostgres } from "@parley/store-postgres";
import { storeSqlite } from "@parley/store-sqlite";
import { Container, type ContainerModule } from "inversify";
import { Client } from "pg";

/** Opens stores over data of their own, empty at first, as `runStoreScript` wants them. */
export interface StoreSource {
  readonly name: string;
  readonly open: () => Promise<OpenedStores>;
  readonly close: () => Promise<void>;
}

/** Much cheaper than a fresh schema for every script. */
const empty = `delete from parley.channels where position > 0; delete from parley.channel_keys;
  delete from parley.conversations; delete from parley.deliveries; delete from parley.lanes;
  delete from parley.identities; delete from parley.idempotency_keys; delete from parley.erasure_notices;
  delete from parley.backend_pauses; delete from parley.plugin_entries; delete from parley.plugin_instances`;

export function memorySource(): StoreSource {
  const open = async (): Promise<OpenedStores> => {
    const data = new MemoryData();
    return openModule(
      () => memoryStores({ data }),
      async () => {},
    );
  };
  return { name: "memory", open, close: async () => {} };
}

/** `root`: a directory on a disk, or in memory where durability is not the point. */
export function sqliteSource(root: string): StoreSource {
  const open = async (): Promise<OpenedStores> => {
    const directory = mkdtempSync(join(root, "parley-equivalence-"));
    return openModule(
      () => storeSqlite({ directory }),
      async () => rmSync(directory, { recursive: true, force: true }),
    );
  };
  return { name: "SQLite", open, close: async () => {} };
}

/** `connection`: to a database that nobody else uses. */
export async function postgresSource(connection: string): Promise<StoreSource> {
  const client = new Client({ connectionString: connection });
  await client.connect();
  const store = () => storePostgres({ connection, anchorsClock: false, allowNonDurable: true });
  const forget = async (): Promise<void> => void (await client.query(empty));
  return {
    name: "PostgreSQL",
    open: () => openModule(store, forget),
    close: () => client.end(),
  };
}

async function openModule(
  make: () => ContainerModule,
  forget: () => Promise<void>,
): Promise<OpenedStores> {
  const container = new Container({ defaultScope: "Singleton" });
  const module = make();
  await container.loadAsync(module);
  return {
    ...(await storesOf(container)),
    reopen: async () => {
      await container.unloadAsync(module);
      return openModule(make, forget);
    },
    close: async () => {
      await container.unloadAsync(module);
      await forget();
    },
  };
}
