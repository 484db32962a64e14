import type { AgentConsoleOptions } from "@parley/agent-console";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import type { ContainerModule } from "inversify";

/** Where a host stores its data. Replace it for several hosts that share one database. */
export interface Storage {
  /** The stores, and the platform with a matching clock. */
  readonly adapters: readonly ContainerModule[];
  /** Where the console stores its accounts. */
  readonly accounts: Pick<AgentConsoleOptions, "directory" | "database">;
}

/** Files in a directory, for a single host. */
export function inDirectory(directory: string): Storage {
  return { adapters: [platformNode(), storeSqlite({ directory })], accounts: { directory } };
}
