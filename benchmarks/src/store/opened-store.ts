import { DeliveryStore, type LeaseBudget, MessageStore } from "@parley/core";
import { storePostgres } from "@parley/store-postgres";
import { storeSqlite } from "@parley/store-sqlite";
import { Container, type ContainerModule } from "inversify";
import "reflect-metadata";

/** A store alone, behind its ports, with no gateway on it. */
export interface OpenedStore {
  readonly messages: MessageStore;
  readonly deliveries: DeliveryStore;
  close(): Promise<void>;
}

/** The SQLite store in `directory`, opened as a gateway does. */
export async function openStore(directory: string): Promise<OpenedStore> {
  return openAdapter(storeSqlite({ directory }));
}

async function openAdapter(adapter: ContainerModule): Promise<OpenedStore> {
  const container = new Container();
  await container.loadAsync(adapter);
  return {
    messages: await container.getAsync(MessageStore),
    deliveries: await container.getAsync(DeliveryStore),
    close: () => container.unloadAsync(adapter),
  };
}

/** A machine that stands still is no outage: who measures sees to that. */
const patience = { connectTimeoutMs: 600_000, statementTimeoutMs: 600_000 };

/** The PostgreSQL store alone, in an empty database; the instants are the caller's. */
export async function openPostgresStore(connection: string): Promise<OpenedStore> {
  return openAdapter(storePostgres({ connection, anchorsClock: false, limits: patience }));
}

/** What a call may lease: so many of each kind. */
export function budgetOf(leases: number): LeaseBudget {
  return {
    owner: "bench",
    inbound: leases,
    outbound: leases,
    reports: leases,
    seriesPerChannel: 128,
  };
}
