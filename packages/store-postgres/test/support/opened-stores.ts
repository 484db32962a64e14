import type { OpenedStores } from "@parley/conformance";
import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";
import { PostgresChannelStore } from "../../src/channels/channel-store.ts";
import { PostgresConversationStore } from "../../src/reads/conversation-store.ts";
import { Database } from "../../src/connection/database.ts";
import { PostgresDeadLetterStore } from "../../src/reads/dead-letter-store.ts";
import { PostgresDeliveryStore } from "../../src/reads/delivery-store.ts";
import { KnownConversations } from "../../src/rows/known-conversations.ts";
import { PostgresMessageStore } from "../../src/message-store.ts";
import { PostgresRetentionStore } from "../../src/erase/retention-store.ts";
import { statement } from "../../src/statements/statement.ts";

/** Much cheaper than making a schema anew. */
export const emptying = `with
  a as (delete from channels where position > 0), b as (delete from channel_keys), c as (delete from conversations),
  d as (delete from deliveries), e as (delete from lanes), f as (delete from identities)
  delete from idempotency_keys`;
const empty = statement(emptying);

let server: Promise<EmbeddedPostgres> | null = null;
let schemas = 0;
/** Databases that were opened for an earlier test and emptied. */
const emptied: Database[] = [];

/** The one server of this test file, started when it is first asked for; it ends with the process. */
export function postgres(): Promise<EmbeddedPostgres> {
  return (server ??= startPostgres({ fsync: false }));
}

/** To be called when the tests of a file are over. */
export async function stopPostgres(): Promise<void> {
  await Promise.all(emptied.splice(0).map((database) => database.close()));
  await (await server)?.stop();
  server = null;
}

export function freshSchema(): string {
  schemas += 1;
  return `test_${schemas}`;
}

/** The stores over an empty schema, as the published suites want them. */
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

/** Connections are kept for the next test: opening them costs more than most tests do. */
function openedOver(database: Database, connection: string): OpenedStores {
  return {
    ...storesOver(database),
    reopen: async () => {
      await database.close();
      return openIn(connection, database.schema);
    },
    close: async () => {
      await database.write(async (session) => session.run(empty));
      emptied.push(database);
    },
  };
}

/** The stores over an opened database. */
export function storesOver(database: Database): Omit<OpenedStores, "reopen" | "close"> {
  const known = new KnownConversations();
  return {
    messages: new PostgresMessageStore(database, known, () => true),
    conversations: new PostgresConversationStore(database, known),
    channels: new PostgresChannelStore(database),
    deadLetters: new PostgresDeadLetterStore(database),
    deliveries: new PostgresDeliveryStore(database),
    retention: new PostgresRetentionStore(database),
  };
}
