import { setImmediate as nextTurn } from "node:timers/promises";
import type {
  Conversation,
  ConversationRef,
  ConversationStore,
  Page,
  PageRequest,
  StoredMessage,
} from "@parley/core";
import { type ConversationColumns, cursorOf, pageOf } from "@parley/core/sql-store";
import {
  conversationColumns,
  conversationOfRow,
  findConversation,
} from "../rows/conversation-rows.ts";
import type { Database } from "../connection/database.ts";
import { eraseConversation, erasePage } from "../erase/erase.ts";
import { requestCompaction } from "../erase/pending-compaction.ts";
import { entriesBehind, eraseEntries } from "../search/erase-entries.ts";
import { readMessages } from "./message-pages.ts";

const byActivity = `select ${conversationColumns} from activities a
  cross join conversations c on c.conversation = a.conversation join channel_keys k on k.channel = c.channel
  where (a.last_message_at, a.conversation) < (+?, +?)
  order by a.last_message_at desc, a.conversation desc limit +?`;

/** `ConversationStore` on SQLite. */
export class SqliteConversationStore implements ConversationStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(ref: ConversationRef): Promise<Conversation | null> {
    return this.#database.read((connection) => findConversation(connection, ref)?.current ?? null);
  }

  async list(request: PageRequest): Promise<Page<Conversation>> {
    const cursor = cursorOf(request, 2);
    if (cursor === null) return { items: [], next: null };
    return this.#database.read((connection) => {
      const rows = connection.all<ConversationColumns>(byActivity, ...cursor, request.limit + 1);
      return pageOf(
        rows,
        request.limit,
        (row) => [row.lastMessageAt, row.number],
        (row) => conversationOfRow(row, connection),
      );
    });
  }

  async messages(conversationId: string, request: PageRequest): Promise<Page<StoredMessage>> {
    return this.#database.read((connection) => readMessages(connection, conversationId, request));
  }

  async erase(conversationId: string): Promise<boolean> {
    for (let sequence = 0; ;) {
      const page = this.#database.read((connection) =>
        entriesBehind(connection, conversationId, sequence),
      );
      const last = page.at(-1);
      if (last === undefined) break;
      ({ sequence } = last);
      this.#database.write((connection) => eraseEntries(connection, page));
      this.#database.forget(false);
      await nextTurn();
    }
    let step = this.#eraseStep(conversationId);
    // Lets other work of this thread run between two pages.
    for (; step === "page"; step = this.#eraseStep(conversationId)) {
      this.#database.forget(false);
      await nextTurn();
    }
    if (step === "whole") this.#database.forget();
    return step === "whole";
  }

  #eraseStep(conversationId: string): "page" | "whole" | "nothing" {
    return this.#database.write((connection) => {
      const row = findConversation(connection, { id: conversationId });
      if (row === undefined) return "nothing";
      requestCompaction(connection, "erased");
      if (erasePage(connection, row)) return "page";
      eraseConversation(connection, row);
      return "whole";
    });
  }
}
