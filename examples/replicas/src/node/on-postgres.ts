import { platformNode } from "@parley/platform-node";
import type { Storage } from "@parley/quickstart";
import { storePostgres } from "@parley/store-postgres";

/** Storage in one database for any number of nodes, in place of the quickstart's directory. */
export function onPostgres(connection: string): Storage {
  return {
    // The store has a clock that all nodes share.
    adapters: [platformNode({ clock: false }), storePostgres({ connection })],
    accounts: { database: { connection } },
  };
}
