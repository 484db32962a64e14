import type { ErasedEntries, ErasureStore, StoredEntry, StoredErasure } from "@parley/core";
import type { Database } from "../connection/database.ts";
import type { Session } from "../connection/session.ts";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { erasedEntries, removeErased } from "../state/erased-entries.ts";
import { searchable } from "../statements/searchable.ts";
import { statement } from "../statements/statement.ts";

const insert = statement(
  "insert into erasure_notices (conversation_id, channel_id) values ($1, $2)",
);
const behind =
  statement(`select position, conversation_id as "conversationId", channel_id as "channelId"
  from erasure_notices where position > $1 order by position limit $2`);
const remove = statement("delete from erasure_notices where position = any($1::bigint[])");

/** Call it in the transaction that erases the conversation. */
export function noteErasure(session: Session, { current }: ConversationRow): void {
  session.run(insert, current.id, current.channelId);
}

/** `ErasureStore` on PostgreSQL. A notice of a slow transaction may appear behind the cursor: the next round finds it. */
export class PostgresErasureStore implements ErasureStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  notices(after: number, limit: number): Promise<readonly StoredErasure[]> {
    return this.#database.read<StoredErasure>(behind, after, limit);
  }

  async remove(positions: readonly number[]): Promise<void> {
    await this.#database.write(async (session) => session.run(remove, positions));
  }

  entries(
    instance: string,
    conversationId: string,
    limit: number,
  ): Promise<readonly StoredEntry[]> {
    return erasedEntries(this.#database, instance, searchable(conversationId), limit);
  }

  removeEntries(conversationId: string, which: ErasedEntries): Promise<void> {
    return removeErased(this.#database, searchable(conversationId), which);
  }
}
