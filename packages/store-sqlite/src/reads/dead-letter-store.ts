import type { DeadLetter, DeadLetterStore, Failure, Page, PageRequest } from "@parley/core";
import type { Database } from "../connection/database.ts";
import { cursorOf, pageOf } from "./page.ts";

interface DeadColumns {
  readonly conversationId: string;
  readonly channelId: string;
  readonly conversation: number;
  readonly sequence: number;
  readonly acceptedAt: number;
  readonly failure: string;
}

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
      const rows = connection.all<DeadColumns>(deadBefore, ...cursor, request.limit + 1);
      return pageOf(
        rows,
        request.limit,
        (row) => [row.acceptedAt, row.conversation, row.sequence],
        deadLetter,
      );
    });
  }
}

function deadLetter({
  conversationId,
  channelId,
  sequence,
  acceptedAt,
  failure,
}: DeadColumns): DeadLetter {
  return {
    conversationId,
    channelId,
    sequence,
    acceptedAt,
    failure: JSON.parse(failure) as Failure,
  };
}
