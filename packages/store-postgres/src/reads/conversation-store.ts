import type {
  Conversation,
  ConversationChannel,
  ConversationRef,
  ConversationStore,
  Page,
  PageRequest,
  StoredMessage,
} from "@parley/core";
import { type ConversationColumns, cursorOf, pageOf } from "@parley/core/sql-store";
import { conversationColumns, conversationOfRow } from "../rows/conversation-rows.ts";
import type { Database } from "../connection/database.ts";
import { eraseConversation, erasePage } from "../erase/erase.ts";
import { writePatiently } from "../erase/write-patiently.ts";
import { readMessages } from "./message-pages.ts";
import { Gathered } from "../statements/gathered.ts";
import type { KnownConversations } from "../rows/known-conversations.ts";
import { searchable } from "../statements/searchable.ts";
import { statement } from "../statements/statement.ts";

const byIds = statement(`select ${conversationColumns} where c.id = any($1::text[])`);
const byVisitor = statement(
  `select ${conversationColumns} where k.key = $1 and c.visitor_key = $2`,
);
const byActivity =
  statement(`select ${conversationColumns} where (c.last_message_at, c.conversation) < ($1, $2)
  order by c.last_message_at desc, c.conversation desc limit $3`);

/** `ConversationStore` on PostgreSQL. */
export class PostgresConversationStore implements ConversationStore {
  readonly #database: Database;
  readonly #known: KnownConversations;
  /** Look-ups are batched: one statement each would cost as much as storing a message. */
  readonly #byId: Gathered<ConversationColumns>;

  /** `known`: the cache that `PostgresMessageStore` uses too. */
  constructor(database: Database, known: KnownConversations) {
    this.#database = database;
    this.#known = known;
    this.#byId = new Gathered(async (ids) => {
      const rows = await database.read<ConversationColumns>(byIds, ids);
      return new Map(rows.map((row) => [row.id, row]));
    });
  }

  async find(ref: ConversationRef): Promise<Conversation | null> {
    const row =
      "id" in ref
        ? await this.#byId.find(searchable(ref.id))
        : await this.#findVisitor(ref.channelKey, ref.visitorKey);
    return row === undefined ? null : this.#conversationOf(row);
  }

  /**
   * Called for every message of an agent, so it uses the cache. If the conversation is gone, storing the message
   * reports it.
   */
  async channelOf(conversationId: string): Promise<ConversationChannel | null> {
    return (
      this.#known.byId(searchable(conversationId)) ?? (await this.find({ id: conversationId }))
    );
  }

  async list(request: PageRequest): Promise<Page<Conversation>> {
    const cursor = cursorOf(request, 2);
    if (cursor === null) return { items: [], next: null };
    const rows = await this.#database.read<ConversationColumns>(
      byActivity,
      ...cursor,
      request.limit + 1,
    );
    const position = (row: ConversationColumns) => [row.lastMessageAt, row.number];
    return this.#database.backends.knowing(async () =>
      pageOf(rows, request.limit, position, (row) =>
        conversationOfRow(row, this.#database.backends.nameOf),
      ),
    );
  }

  async messages(conversationId: string, request: PageRequest): Promise<Page<StoredMessage>> {
    return readMessages(this.#database, searchable(conversationId), request);
  }

  async erase(conversationId: string): Promise<boolean> {
    const id = searchable(conversationId);
    while (await writePatiently(this.#database, (session) => erasePage(session, id)));
    const isErased = await writePatiently(this.#database, (session) =>
      eraseConversation(session, id),
    );
    if (!isErased) return false;
    this.#known.forgetId(id);
    this.#database.notices.say();
    return true;
  }

  #conversationOf(row: ConversationColumns): Promise<Conversation> {
    const { backends } = this.#database;
    return backends.knowing(async () => conversationOfRow(row, backends.nameOf));
  }

  async #findVisitor(
    channelKey: string,
    visitorKey: string,
  ): Promise<ConversationColumns | undefined> {
    const [row] = await this.#database.read<ConversationColumns>(
      byVisitor,
      searchable(channelKey),
      searchable(visitorKey),
    );
    return row;
  }
}
