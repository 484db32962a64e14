import type { OpenedStores } from "@parley/conformance";
import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";
import { PostgresChannelStore } from "../src/channel-store.ts";
import { PostgresConversationStore } from "../src/conversation-store.ts";
import { Database } from "../src/database.ts";
import { PostgresDeadLetterStore } from "../src/dead-letter-store.ts";
import { PostgresDeliveryStore } from "../src/delivery-store.ts";
import { PostgresMessageStore } from "../src/message-store.ts";
import { PostgresRetentionStore } from "../src/retention-store.ts";
import { statement } from "../src/statement.ts";

/** Much cheaper than making a schema anew. */
export const emptying = `with
  a as (delete from channels where position > 0), b as (delete from channel_keys), c as (delete from conversations),
  d as (delete from deliveries), e as (delete from lanes), f as (delete from identities)
  delete from idempotency_keys`;
const empty = statement(emptying);

let server: Promise<EmbeddedPostgres> | null = null;
let schemas = 0;
/** Schemas that were made for an earlier test and emptied. */
const emptied: string[] = [];

/** The one server of this test file, started when it is first asked for; it ends with the process. */
export function postgres(): Promise<EmbeddedPostgres> {
  return (server ??= startPostgres({ fsync: false }));
}

/** To be called when the tests of a file are over. */
export async function stopPostgres(): Promise<void> {
  await (await server)?.stop();
  server = null;
  emptied.length = 0;
}

export function freshSchema(): string {
  schemas += 1;
  return `test_${schemas}`;
}

/** The stores over a fresh schema, as the published suites want them. */
export async function openStores(): Promise<OpenedStores> {
  const { connectionString } = await postgres();
  return openIn(connectionString, emptied.pop() ?? freshSchema());
}

export async function openIn(connection: string, schema: string): Promise<OpenedStores> {
  const database = await Database.open({ connection, schema, allowNonDurable: true });
  return {
    ...storesOver(database),
    reopen: async () => {
      await database.close();
      return openIn(connection, schema);
    },
    close: async () => {
      await database.write(async (session) => session.run(empty));
      await database.close();
      emptied.push(schema);
    },
  };
}

/** The stores over an opened database. */
export function storesOver(database: Database): Omit<OpenedStores, "reopen" | "close"> {
  return {
    messages: new PostgresMessageStore(database, () => true),
    conversations: new PostgresConversationStore(database),
    channels: new PostgresChannelStore(database),
    deadLetters: new PostgresDeadLetterStore(database),
    deliveries: new PostgresDeliveryStore(database),
    retention: new PostgresRetentionStore(database),
  };
}
