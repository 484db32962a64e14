import { platformNode } from "@parley/platform-node";
import type { Storage } from "@parley/quickstart";
import { storePostgres } from "@parley/store-postgres";

/** One database for as many nodes as there are: what stands here instead of the quickstart's directory. */
export function onPostgres(connection: string): Storage {
  return {
    // The store brings a clock that all nodes share.
    adapters: [platformNode({ clock: false }), storePostgres({ connection })],
    accounts: { database: { connection } },
  };
}
