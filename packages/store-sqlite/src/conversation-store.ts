import type {
  Conversation,
  ConversationRef,
  ConversationStore,
  Page,
  PageRequest,
  StoredMessage,
} from "@parley/core";
import type { Connection } from "./connection.ts";
import {
  type ConversationColumns,
  conversationColumns,
  conversationOf,
  type ConversationRow,
  ConversationRows,
} from "./conversation-rows.ts";
import type { Database } from "./database.ts";
import { forgetKeys } from "./idempotency.ts";
import { forgetIdentities } from "./identities.ts";
import { findLanes } from "./lane-rows.ts";
import { dropLane } from "./lanes.ts";
import { readMessages } from "./message-pages.ts";
import { cursorOf, pageOf } from "./page.ts";

const byActivity = `select ${conversationColumns} where (c.last_message_at, c.conversation) < (+?, +?)
  order by c.last_message_at desc, c.conversation desc limit +?`;

/** `ConversationStore` on SQLite. */
export class SqliteConversationStore implements ConversationStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(ref: ConversationRef): Promise<Conversation | null> {
    return this.#database.read((connection) => {
      const rows = new ConversationRows(connection);
      const row = "id" in ref ? rows.byId(ref.id) : rows.byVisitor(ref.channelKey, ref.visitorKey);
      return row?.current ?? null;
    });
  }

  async list(request: PageRequest): Promise<Page<Conversation>> {
    const cursor = cursorOf(request, 2);
    if (cursor === null) return { items: [], next: null };
    return this.#database.read((connection) => {
      const rows = connection.all<ConversationColumns>(byActivity, ...cursor, request.limit + 1);
      return pageOf(rows, request.limit, (row) => [row.lastMessageAt, row.number], conversationOf);
    });
  }

  async messages(conversationId: string, request: PageRequest): Promise<Page<StoredMessage>> {
    return this.#database.read((connection) => readMessages(connection, conversationId, request));
  }

  async erase(conversationId: string): Promise<boolean> {
    return this.#database.write((connection) => {
      const row = new ConversationRows(connection).byId(conversationId);
      if (row !== undefined) eraseRow(connection, row);
      return row !== undefined;
    });
  }
}

function eraseRow(connection: Connection, row: ConversationRow): void {
  for (const lane of findLanes(connection, "conversation = ?", row.number))
    dropLane(connection, lane);
  forgetIdentities(connection, row);
  forgetKeys(connection, row.number);
  connection.run("delete from deliveries where conversation = ?", row.number);
  connection.run("delete from conversations where conversation = ?", row.number);
}
