import type { ContainerModule } from "inversify";
import { storeSqlite } from "@parley/store-sqlite";

/** Where a gateway keeps its messages. */
export type StorePlace =
  | { readonly store: "sqlite"; readonly directory: string }
  | { readonly store: "postgres"; readonly connectionString: string };

/** What a gateway process is told on its command line, as JSON. */
export interface GatewayOptions {
  readonly place: StorePlace;
  /** `0` for any. */
  readonly port: number;
  readonly agentUrl: string;
  readonly shopUrl: string;
}

/** What a gateway process tells its parent once it listens. */
export interface GatewayReady {
  readonly port: number;
  /** Of the channel, when this gateway has just made it. */
  readonly ingressPath: string | null;
}

/** The store adapter for a place. */
export function storeAt(place: StorePlace): ContainerModule {
  if (place.store === "sqlite") return storeSqlite({ directory: place.directory });
  throw new Error("not yet");
}
