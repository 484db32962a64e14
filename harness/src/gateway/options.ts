import { platformNode } from "@parley/platform-node";
import { storePostgres } from "@parley/store-postgres";
import { storeSqlite } from "@parley/store-sqlite";
import type { ContainerModule } from "inversify";

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
  /** The agent app is one over HTTP. Absent: it is the one at `agentUrl`. */
  readonly app?: AppLink;
}

/** What a gateway knows of its agent app over HTTP. */
export interface AppLink {
  readonly tokenDigest: string;
  /** `null`: the app polls. */
  readonly push: { readonly url: string; readonly secret: string } | null;
}

/** What a gateway process tells its parent once it listens. */
export interface GatewayReady {
  readonly port: number;
  /** Of the channel, when this gateway has just made it. */
  readonly ingressPath: string | null;
}

/** What a gateway process tells its parent later: how many more there were. */
export interface Told {
  /** Settlements that were refused as stale. */
  readonly refused?: number;
  /** Times that it stood still in a call of its store because it was told to, and went on. */
  readonly stoodStill?: number;
}

/** What a parent tells a gateway process. */
export interface Order {
  /** To stop itself as it next calls its store. At this epoch millisecond it is woken. */
  readonly standStillUntil: number;
}

/** So long before it is woken a process does not stop itself any more: it might do so afterwards. */
export const leastStandstillMs = 500;

/** The store adapter for a place, with the platform that fits it: PostgreSQL brings a clock for all its nodes. */
export function adaptersAt(place: StorePlace): readonly ContainerModule[] {
  if (place.store === "sqlite")
    return [platformNode({ logLevel: "error" }), storeSqlite({ directory: place.directory })];
  const { connectionString: connection } = place;
  return [platformNode({ logLevel: "error", clock: false }), storePostgres({ connection })];
}
