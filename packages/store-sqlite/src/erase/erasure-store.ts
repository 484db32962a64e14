import type { ErasedEntries, ErasureStore, StoredEntry, StoredErasure } from "@parley/core";
import { type NoticeColumns, noticeOf } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { Database } from "../connection/database.ts";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { everOwnerNumbers } from "../owners/owner-changes.ts";
import { erasedEntries, hasErasedEntries, removeErased } from "../state/erased-entries.ts";
import { noticeColumns } from "./notice-rows.ts";
import { requestCompaction } from "./pending-compaction.ts";

const insert = "insert into erasure_notices (conversation_id, channel_id, owners) values (?, ?, ?)";
const behind = `select position, ${noticeColumns} from erasure_notices
  where position > +? order by position limit +?`;
const remove = "delete from erasure_notices where position = ?";

/** Call it in the transaction that erases the conversation, before its history is deleted. */
export function noteErasure(connection: Connection, { number, current }: ConversationRow): void {
  const owner = connection.backends.numberOfOwner(current.owner);
  const owners = everOwnerNumbers(connection, number, owner);
  connection.run(insert, current.id, current.channelId, JSON.stringify(owners));
}

type PlacedNotice = NoticeColumns & Pick<StoredErasure, "position">;

/** `ErasureStore` on SQLite. */
export class SqliteErasureStore implements ErasureStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async notices(after: number, limit: number): Promise<readonly StoredErasure[]> {
    return this.#database.read((connection) =>
      connection
        .all<PlacedNotice>(behind, after, limit)
        .map((row) => ({ position: row.position, ...noticeOf(row, connection.backends.nameOf) })),
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
