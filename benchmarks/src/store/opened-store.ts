import {
  ChannelStore,
  DeliveryStore,
  type LeaseBudget,
  MessageStore,
  SearchStore,
} from "@parley/core";
import { storePostgres } from "@parley/store-postgres";
import { storeSqlite } from "@parley/store-sqlite";
import { Container, type ContainerModule } from "inversify";
import "reflect-metadata";

/** A store behind its ports, without a gateway. */
export interface OpenedStore {
  readonly messages: MessageStore;
  readonly deliveries: DeliveryStore;
  readonly channels: ChannelStore;
  readonly search: SearchStore;
  close(): Promise<void>;
}

/** The SQLite store in `directory`, opened as by a gateway. */
export async function openStore(directory: string): Promise<OpenedStore> {
  return openAdapter(storeSqlite({ directory }));
}

async function openAdapter(adapter: ContainerModule): Promise<OpenedStore> {
  const container = new Container();
  await container.loadAsync(adapter);
  return {
    messages: await container.getAsync(MessageStore),
    deliveries: await container.getAsync(DeliveryStore),
    channels: await container.getAsync(ChannelStore),
    search: await container.getAsync(SearchStore),
    close: () => container.unloadAsync(adapter),
  };
}

/** Long limits: a machine that stands still is no outage. The measurement detects it separately. */
const patience = { connectTimeoutMs: 600_000, statementTimeoutMs: 600_000 };

/** The PostgreSQL store in an empty database. The caller provides the instants. */
export async function openPostgresStore(
  connection: string,
  schema = "parley",
): Promise<OpenedStore> {
  return openAdapter(storePostgres({ connection, schema, anchorsClock: false, limits: patience }));
}

/** The lease budget of a call: the same number for each kind. */
export function budgetOf(leases: number): LeaseBudget {
  return {
    owner: "bench",
    inbound: leases,
    outbound: leases,
    reports: leases,
    notices: leases,
    seriesPerChannel: 128,
  };
}
