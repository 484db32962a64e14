import type { ErasedEntries, ErasureStore, StoredEntry, StoredErasure } from "@parley/core";
import type { Connection } from "../connection/connection.ts";
import type { Database } from "../connection/database.ts";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { erasedEntries, hasErasedEntries, removeErased } from "../state/erased-entries.ts";
import { requestCompaction } from "./pending-compaction.ts";

const insert = "insert into erasure_notices (conversation_id, channel_id) values (?, ?)";
const behind = `select position, conversation_id as conversationId, channel_id as channelId from erasure_notices
  where position > +? order by position limit +?`;
const remove = "delete from erasure_notices where position = ?";

/** Call it in the transaction that erases the conversation. */
export function noteErasure(connection: Connection, { current }: ConversationRow): void {
  connection.run(insert, current.id, current.channelId);
}

/** `ErasureStore` on SQLite. */
export class SqliteErasureStore implements ErasureStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async notices(after: number, limit: number): Promise<readonly StoredErasure[]> {
    return this.#database.read((connection) =>
      connection.all<StoredErasure>(behind, after, limit).map((row) => ({ ...row })),
    );
  }

  async remove(positions: readonly number[]): Promise<void> {
    this.#database.commit((connection) => {
      for (const position of positions) connection.run(remove, position);
    });
    // Older pages in the log and in the file still have the ids.
    if (positions.length > 0) this.#database.forget();
  }

  async entries(
    instance: string,
    conversationId: string,
    limit: number,
  ): Promise<readonly StoredEntry[]> {
    return this.#database.read((connection) =>
      erasedEntries(connection, instance, conversationId, limit),
    );
  }

  async removeEntries(conversationId: string, which: ErasedEntries): Promise<void> {
    const hasEntries = this.#database.read((connection) =>
      hasErasedEntries(connection, conversationId),
    );
    if (!hasEntries) return;
    const hasRemoved = this.#database.commit((connection) => {
      const isRemoved = removeErased(connection, conversationId, which);
      if (isRemoved) requestCompaction(connection, "erased");
      return isRemoved;
    });
    if (hasRemoved) this.#database.forget();
  }
}
