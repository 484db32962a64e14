import type { OpenedStores } from "@parley/conformance";
import type { SearchStore } from "@parley/core";
import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";
import { PostgresChannelStore } from "../../src/channels/channel-store.ts";
import { PostgresConversationStore } from "../../src/reads/conversation-store.ts";
import { Database } from "../../src/connection/database.ts";
import { PostgresDeadLetterStore } from "../../src/reads/dead-letter-store.ts";
import { PostgresDeliveryStore } from "../../src/reads/delivery-store.ts";
import { KnownConversations } from "../../src/rows/known-conversations.ts";
import { PostgresMessageStore } from "../../src/message-store.ts";
import { PostgresErasureStore } from "../../src/erase/erasure-store.ts";
import { PostgresBackendStore } from "../../src/backends/backend-store.ts";
import { PostgresOwnerStore } from "../../src/owners/owner-store.ts";
import { PostgresPauseStore } from "../../src/pauses/pause-store.ts";
import { PostgresRetentionStore } from "../../src/erase/retention-store.ts";
import { PostgresSearchStore } from "../../src/search/search-store.ts";
import { PostgresStateStore } from "../../src/state/state-store.ts";
import { statement } from "../../src/statements/statement.ts";

/** Much faster than creating a new schema. */
export const emptying = `with
  a as (delete from channels where position > 0), b as (delete from channel_keys), c as (delete from conversations),
  d as (delete from deliveries), e as (delete from lanes), f as (delete from identities),
  g as (update search_cursor set active_from = 0, marked_at = 0, marked_xid = 0, walked_to = null, walked_at = 0),
  h as (delete from erasure_notices), i as (delete from plugin_instances), j as (delete from plugin_entries),
  k as (delete from backend_pauses), l as (delete from backend_answers), m as (delete from owner_changes),
  n as (delete from backends where number > 0), o as (update backends set name = 'default' where number = 0)
  delete from idempotency_keys`;
const empty = statement(emptying);

let server: Promise<EmbeddedPostgres> | null = null;
let schemas = 0;
/** Databases opened for earlier tests, and emptied. */
const emptied: Database[] = [];

/** The server of this test file. It starts at the first call and ends with the process. */
export function postgres(): Promise<EmbeddedPostgres> {
  return (server ??= startPostgres({ fsync: false }));
}

/** Call it after the tests of a file. */
export async function stopPostgres(): Promise<void> {
  await Promise.all(emptied.splice(0).map((database) => database.close()));
  await (await server)?.stop();
  server = null;
}

export function freshSchema(): string {
  schemas += 1;
  return `test_${schemas}`;
}

/** The stores on an empty schema, for the published suites. */
export async function openStores(): Promise<OpenedStores> {
  const { connectionString } = await postgres();
  const database = emptied.pop();
  return database === undefined
    ? openIn(connectionString, freshSchema())
    : openedOver(database, connectionString);
}

export async function openIn(connection: string, schema: string): Promise<OpenedStores> {
  return openedOver(await Database.open({ connection, schema, allowNonDurable: true }), connection);
}

/** Keeps the connections for the next test: opening them takes longer than most tests. */
function openedOver(database: Database, connection: string): OpenedStores {
  return {
    ...storesOver(database),
    reopen: async () => {
      await database.close();
      return openIn(connection, database.schema);
    },
    close: async () => {
      await database.write(async (session) => session.run(empty));
      await database.backends.reset();
      emptied.push(database);
    },
  };
}

/** The stores over an opened database. */
export function storesOver(
  database: Database,
): Omit<OpenedStores, "reopen" | "close"> & { readonly search: SearchStore } {
  const known = new KnownConversations();
  return {
    messages: new PostgresMessageStore(database, known, () => true),
    conversations: new PostgresConversationStore(database, known),
    channels: new PostgresChannelStore(database),
    deadLetters: new PostgresDeadLetterStore(database),
    deliveries: new PostgresDeliveryStore(database),
    retention: new PostgresRetentionStore(database),
    search: new PostgresSearchStore(database),
    erasures: new PostgresErasureStore(database),
    state: new PostgresStateStore(database),
    pauses: new PostgresPauseStore(database),
    owners: new PostgresOwnerStore(database),
    backends: new PostgresBackendStore(database),
  };
}
