import type { AgentConsoleOptions } from "@parley/agent-console";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import type { ContainerModule } from "inversify";

/** Where a host keeps everything: what to swap for several hosts that share one database. */
export interface Storage {
  /** The stores, and the platform with the clock that goes with them. */
  readonly adapters: readonly ContainerModule[];
  /** Where the console keeps its accounts. */
  readonly accounts: Pick<AgentConsoleOptions, "directory" | "database">;
}

/** Files in a directory of this machine, for one host alone. */
export function inDirectory(directory: string): Storage {
  return { adapters: [platformNode(), storeSqlite({ directory })], accounts: { directory } };
}
