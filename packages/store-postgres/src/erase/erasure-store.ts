import type { ErasedEntries, ErasureStore, StoredEntry, StoredErasure } from "@parley/core";
import { type NoticeColumns, noticeOf } from "@parley/core/sql-store";
import type { Database } from "../connection/database.ts";
import type { Session } from "../connection/session.ts";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { noticeColumns } from "./notice-rows.ts";
import { erasedEntries, removeErased } from "../state/erased-entries.ts";
import { searchable } from "../statements/searchable.ts";
import { statement } from "../statements/statement.ts";

// The numbers of all backends that ever owned it.
const insert = statement(`insert into erasure_notices (conversation_id, channel_id, owners)
  select $1, $2, coalesce(json_agg(distinct owner.backend)::text, '[]') from (
    select backend from conversations where conversation = $3
    union all select from_backend from owner_changes where conversation = $3
    union all select to_backend from owner_changes where conversation = $3) as owner
  where owner.backend is not null`);
const behind = statement(`select position, ${noticeColumns}
  from erasure_notices where position > $1 order by position limit $2`);
const remove = statement("delete from erasure_notices where position = any($1::bigint[])");

/** Call it in the transaction that erases the conversation, before its history is deleted. */
export function noteErasure(session: Session, { number, current }: ConversationRow): void {
  session.run(insert, current.id, current.channelId, number);
}

type PlacedNotice = NoticeColumns & Pick<StoredErasure, "position">;

/** `ErasureStore` on PostgreSQL. A notice of a slow transaction may appear behind the cursor: the next round finds it. */
export class PostgresErasureStore implements ErasureStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async notices(after: number, limit: number): Promise<readonly StoredErasure[]> {
    const rows = await this.#database.read<PlacedNotice>(behind, after, limit);
    const { backends } = this.#database;
    return backends.knowing(async () =>
      rows.map((row) => ({ position: row.position, ...noticeOf(row, backends.nameOf) })),
    );
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
