import type {
  Conversation,
  ConversationRef,
  ConversationStore,
  Page,
  PageRequest,
  StoredMessage,
} from "@parley/core";
import {
  type ConversationColumns,
  conversationColumns,
  conversationOf,
} from "./conversation-rows.ts";
import type { Database } from "./database.ts";
import { eraseConversation, erasePage } from "./erase.ts";
import { readMessages } from "./message-pages.ts";
import { cursorOf, pageOf } from "./page.ts";
import { searchable } from "./searchable.ts";
import { statement } from "./statement.ts";

const byId = statement(`select ${conversationColumns} where c.id = $1`);
const byVisitor = statement(
  `select ${conversationColumns} where k.key = $1 and c.visitor_key = $2`,
);
const byActivity =
  statement(`select ${conversationColumns} where (c.last_message_at, c.conversation) < ($1, $2)
  order by c.last_message_at desc, c.conversation desc limit $3`);

/** `ConversationStore` on PostgreSQL. */
export class PostgresConversationStore implements ConversationStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(ref: ConversationRef): Promise<Conversation | null> {
    const [row] =
      "id" in ref
        ? await this.#database.read<ConversationColumns>(byId, searchable(ref.id))
        : await this.#database.read<ConversationColumns>(
            byVisitor,
            searchable(ref.channelKey),
            searchable(ref.visitorKey),
          );
    return row === undefined ? null : conversationOf(row);
  }

  async list(request: PageRequest): Promise<Page<Conversation>> {
    const cursor = cursorOf(request, 2);
    if (cursor === null) return { items: [], next: null };
    const rows = await this.#database.read<ConversationColumns>(
      byActivity,
      ...cursor,
      request.limit + 1,
    );
    return pageOf(rows, request.limit, (row) => [row.lastMessageAt, row.number], conversationOf);
  }

  async messages(conversationId: string, request: PageRequest): Promise<Page<StoredMessage>> {
    return readMessages(this.#database, searchable(conversationId), request);
  }

  async erase(conversationId: string): Promise<boolean> {
    const id = searchable(conversationId);
    while (await this.#database.write((session) => erasePage(session, id)));
    const isErased = await this.#database.write((session) => eraseConversation(session, id));
    if (isErased) this.#database.notices.say();
    return isErased;
  }
}
