import type { DeadLetter, DeadLetterStore, Page, PageRequest } from "@parley/core";
import { cursorOf, type DeadLetterColumns, deadLetterPage } from "@parley/core/sql-store";
import type { Database } from "../connection/database.ts";
import { statement } from "../statements/statement.ts";

const deadBefore = statement(`
  select c.id as "conversationId", k.id as "channelId", d.conversation, d.message_sequence as sequence,
    d.accepted_at as "acceptedAt", d.failure
  from (select * from deliveries f where f.kind = 0 and f.failure is not null and f.state <> 3
      and (f.accepted_at, f.conversation, f.message_sequence) < ($1, $2, $3)
    order by f.accepted_at desc, f.conversation desc, f.message_sequence desc limit $4) as d
  join conversations c on c.conversation = d.conversation join channel_keys k on k.channel = c.channel
  order by d.accepted_at desc, d.conversation desc, d.message_sequence desc`);

/** `DeadLetterStore` on PostgreSQL: inbound messages whose newest delivery failed. */
export class PostgresDeadLetterStore implements DeadLetterStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async deadLetters(request: PageRequest): Promise<Page<DeadLetter>> {
    const cursor = cursorOf(request, 3);
    if (cursor === null) return { items: [], next: null };
    const rows = await this.#database.read<DeadLetterColumns>(
      deadBefore,
      ...cursor,
      request.limit + 1,
    );
    return deadLetterPage(rows, request);
  }
}
