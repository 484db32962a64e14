import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenedStores } from "@parley/conformance";
import type { SearchStore } from "@parley/core";
import { SqliteChannelStore } from "../../src/channels/channel-store.ts";
import { SqliteConversationStore } from "../../src/reads/conversation-store.ts";
import { Database } from "../../src/connection/database.ts";
import type { DatabasePlace } from "../../src/connection/database-options.ts";
import { SqliteDeadLetterStore } from "../../src/reads/dead-letter-store.ts";
import { SqliteDeliveryStore } from "../../src/reads/delivery-store.ts";
import { SqliteMessageStore } from "../../src/message-store.ts";
import { SqliteErasureStore } from "../../src/erase/erasure-store.ts";
import { SqliteBackendStore } from "../../src/backends/backend-store.ts";
import { SqliteOwnerStore } from "../../src/owners/owner-store.ts";
import { SqlitePauseStore } from "../../src/pauses/pause-store.ts";
import { SqliteRetentionStore } from "../../src/erase/retention-store.ts";
import { SqliteStateStore } from "../../src/state/state-store.ts";
import { SqliteSearchStore } from "../../src/search/search-store.ts";

export const fileName = "parley.db";

/** A new temporary directory, and the function that deletes it. */
export function temporaryDirectory(): { readonly directory: string; readonly remove: () => void } {
  const directory = mkdtempSync(join(tmpdir(), "parley-store-"));
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** The stores on a new file, for the published suites. */
export async function openStores(): Promise<OpenedStores> {
  const { directory, remove } = temporaryDirectory();
  return openIn({ directory, fileName }, remove);
}

function openIn(options: DatabasePlace, remove: () => void): OpenedStores {
  const database = Database.open(options);
  return {
    ...storesOver(database),
    reopen: async () => {
      database.close();
      return openIn(options, remove);
    },
    close: async () => {
      database.close();
      remove();
    },
  };
}

/** The stores over an opened database. */
export function storesOver(
  database: Database,
): Omit<OpenedStores, "reopen" | "close"> & { readonly search: SearchStore } {
  return {
    messages: new SqliteMessageStore(database),
    conversations: new SqliteConversationStore(database),
    channels: new SqliteChannelStore(database),
    deadLetters: new SqliteDeadLetterStore(database),
    deliveries: new SqliteDeliveryStore(database),
    retention: new SqliteRetentionStore(database),
    search: new SqliteSearchStore(database),
    state: new SqliteStateStore(database),
    pauses: new SqlitePauseStore(database),
    erasures: new SqliteErasureStore(database),
    owners: new SqliteOwnerStore(database),
    backends: new SqliteBackendStore(database),
  };
}
