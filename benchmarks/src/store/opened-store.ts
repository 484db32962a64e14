import { DeliveryStore, type LeaseBudget, MessageStore } from "@parley/core";
import { storeSqlite } from "@parley/store-sqlite";
import { Container } from "inversify";
import "reflect-metadata";

/** The SQLite store alone, behind its ports, with no gateway on it. */
export interface OpenedStore {
  readonly messages: MessageStore;
  readonly deliveries: DeliveryStore;
  close(): Promise<void>;
}

/** Opens the store in `directory` as a gateway does. */
export async function openStore(directory: string): Promise<OpenedStore> {
  const container = new Container();
  const adapter = storeSqlite({ directory });
  await container.loadAsync(adapter);
  return {
    messages: await container.getAsync(MessageStore),
    deliveries: await container.getAsync(DeliveryStore),
    close: () => container.unloadAsync(adapter),
  };
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
