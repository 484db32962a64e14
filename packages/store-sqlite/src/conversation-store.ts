import { setImmediate as nextTurn } from "node:timers/promises";
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
import { eraseConversation, erasePage } from "./erase.ts";
import { oweCompaction } from "./erased.ts";
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
    return this.#database.read((connection, deferred) => {
      const rows = new ConversationRows(connection, deferred);
      const row = "id" in ref ? rows.byId(ref.id) : rows.byVisitor(ref.channelKey, ref.visitorKey);
      return row?.current ?? null;
    });
  }

  async list(request: PageRequest): Promise<Page<Conversation>> {
    const cursor = cursorOf(request, 2);
    if (cursor === null) return { items: [], next: null };
    return this.#database.readWritten((connection) => {
      const rows = connection.all<ConversationColumns>(byActivity, ...cursor, request.limit + 1);
      return pageOf(rows, request.limit, (row) => [row.lastMessageAt, row.number], conversationOf);
    });
  }

  async messages(conversationId: string, request: PageRequest): Promise<Page<StoredMessage>> {
    return this.#database.read((connection, { deliveries }) =>
      readMessages(connection, deliveries, conversationId, request),
    );
  }

  async erase(conversationId: string): Promise<boolean> {
    // Everything else that this thread has to do goes on between two pages.
    while (this.#erase(conversationId, erasePage)) {
      this.#database.forget(false);
      await nextTurn();
    }
    const isErased = this.#erase(conversationId, (connection, row) => {
      eraseConversation(connection, row);
      return true;
    });
    if (isErased) this.#database.forget();
    return isErased;
  }

  /** @returns what `erase` did; `false` when there is no such conversation. */
  #erase(
    conversationId: string,
    erase: (connection: Connection, row: ConversationRow) => boolean,
  ): boolean {
    return this.#database.write((connection, deferred) => {
      const row = new ConversationRows(connection, deferred).byId(conversationId);
      if (row === undefined || !erase(connection, row)) return false;
      oweCompaction(connection, "erased");
      return true;
    });
  }
}
