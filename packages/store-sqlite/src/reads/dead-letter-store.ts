import type { DeadLetter, DeadLetterStore, Page, PageRequest } from "@parley/core";
import { cursorOf, type DeadLetterColumns, deadLetterPage } from "@parley/core/sql-store";
import type { Database } from "../connection/database.ts";

const deadBefore = `
  select c.id as conversationId, k.id as channelId, d.conversation, d.message_sequence as sequence,
    d.accepted_at as acceptedAt, d.failure
  from deliveries d join conversations c on c.conversation = d.conversation join channel_keys k on k.channel = c.channel
  where d.kind = 0 and d.state = 2 and (d.accepted_at, d.conversation, d.message_sequence) < (+?, +?, +?)
  order by d.accepted_at desc, d.conversation desc, d.message_sequence desc limit +?`;

/** `DeadLetterStore` on SQLite: inbound messages whose newest delivery failed. */
export class SqliteDeadLetterStore implements DeadLetterStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async deadLetters(request: PageRequest): Promise<Page<DeadLetter>> {
    const cursor = cursorOf(request, 3);
    if (cursor === null) return { items: [], next: null };
    return this.#database.read((connection) => {
      const rows = connection.all<DeadLetterColumns>(deadBefore, ...cursor, request.limit + 1);
      return deadLetterPage(rows, request);
    });
  }
}
