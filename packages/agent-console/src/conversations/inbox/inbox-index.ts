import { type RawBuilder, sql } from "kysely";
import type { ConsoleDatabase, Queries } from "../../database/console-database.ts";
import { type InboxEntry, isUnanswerable } from "./inbox-entry.ts";

interface Row {
  readonly conversation_id: string;
  readonly channel_id: string;
  readonly last_at: number;
  readonly visitor_sequence: number;
  readonly visitor_at: number;
  readonly waiting_since: number | null;
  readonly failed: number;
}

/**
 * The inbox entries of all conversations, in the console's database. They are derived from the gateway's store.
 * `InboxIndexer` writes them, `InboxLists` reads them.
 */
export class InboxIndex {
  readonly #database: Pick<ConsoleDatabase, "queries">;
  readonly #scope: string;

  /** `scope`: names the conversations that it holds. One row tells how far it is complete for them. */
  constructor(database: Pick<ConsoleDatabase, "queries">, scope: string) {
    this.#database = database;
    this.#scope = scope;
  }

  /** The entries of these conversations, by id. */
  async of(ids: readonly string[]): Promise<ReadonlyMap<string, InboxEntry>> {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<Row>`select * from inbox_entry
      where conversation_id in (${sql.join(ids)})`.execute(this.#database.queries);
    return new Map(rows.map((row) => [row.conversation_id, entryIn(row)]));
  }

  /**
   * Stores entries, and marks their conversations as unread for agents who have not read them. `null` deletes everything
   * about an erased conversation. One that has left the console loses its entry, and keeps what agents have read of it.
   */
  async write(entries: ReadonlyMap<string, InboxEntry | "away" | null>): Promise<void> {
    // In one order on every node: each locks what it writes.
    const sorted = [...entries].toSorted(([one], [other]) => (one < other ? -1 : 1));
    await this.#database.queries.transaction().execute(async (queries) => {
      for (const [conversationId, entry] of sorted) {
        if (entry === null) await forgetConversation(queries, conversationId);
        else if (entry === "away") await deleteEntry(queries, conversationId);
        else await putAndMark(queries, entry);
      }
    });
  }

  /** Deletes everything about an erased conversation. `false` when there was nothing. */
  async forget(conversationId: string): Promise<boolean> {
    return this.#database.queries
      .transaction()
      .execute((queries) => forgetConversation(queries, conversationId));
  }

  /** Everything with activity before this instant has an entry; `null` before the first complete run. */
  async indexedTo(): Promise<number | null> {
    const { rows } = await sql<{ readonly indexed_to: number }>`select indexed_to
      from inbox_progress where name = ${this.#scope}`.execute(this.#database.queries);
    return rows[0]?.indexed_to ?? null;
  }

  /** Whether the entries are those of other conversations than it is for now. */
  async isOfOtherScope(): Promise<boolean> {
    const { rows } = await sql`select 1 from inbox_progress where name <> ${this.#scope}
      limit 1`.execute(this.#database.queries);
    return rows.length > 0;
  }

  /** The entries are those of its own conversations by now. */
  async forgetOtherScopes(): Promise<void> {
    await sql`delete from inbox_progress where name <> ${this.#scope}`.execute(
      this.#database.queries,
    );
  }

  /** Ids of the first `limit` entries after this one, in their order. */
  async idsAfter(conversationId: string, limit: number): Promise<readonly string[]> {
    const { rows } = await sql<{ readonly conversation_id: string }>`select conversation_id
      from inbox_entry where conversation_id > ${conversationId}
      order by conversation_id limit ${limit}`.execute(this.#database.queries);
    return rows.map((row) => row.conversation_id);
  }

  async setIndexedTo(instant: number): Promise<void> {
    await sql`insert into inbox_progress (name, indexed_to) values (${this.#scope}, ${instant})
      on conflict (name) do update set indexed_to = excluded.indexed_to`.execute(
      this.#database.queries,
    );
  }
}

/** Deletes the entry and the marks of an erased conversation. `false` when there was no entry. */
export async function forgetConversation(
  queries: Queries,
  conversationId: string,
): Promise<boolean> {
  const only = sql`where conversation_id = ${conversationId}`;
  // The entry first: whoever writes a mark locks it.
  const { numAffectedRows } = await sql`delete from inbox_entry ${only}`.execute(queries);
  await sql`delete from read_mark ${only}`.execute(queries);
  return (numAffectedRows ?? 0n) > 0n;
}

async function deleteEntry(queries: Queries, conversationId: string): Promise<void> {
  await sql`delete from inbox_entry where conversation_id = ${conversationId}`.execute(queries);
}

async function putAndMark(queries: Queries, entry: InboxEntry): Promise<void> {
  await put(queries, entry);
  if (isUnanswerable(entry)) await markRead(queries, entry);
  else await markUnread(queries, entry);
}

/** What another agent app answers is unread for nobody. */
async function markRead(queries: Queries, { conversationId }: InboxEntry): Promise<void> {
  await sql`update read_mark set unread = 0
    where conversation_id = ${conversationId} and unread = 1`.execute(queries);
}

async function put(queries: Queries, entry: InboxEntry): Promise<void> {
  const { conversationId, channelId, lastAt, visitorSequence, visitorAt, waitingSince } = entry;
  await sql`insert into inbox_entry (conversation_id, channel_id, last_at, visitor_sequence, visitor_at,
    waiting_since, failed)
    values (${conversationId}, ${channelId}, ${lastAt}, ${visitorSequence}, ${visitorAt},
      ${waitingSince}, ${entry.failed ? 1 : 0})
    on conflict (conversation_id) do update set channel_id = excluded.channel_id,
      last_at = excluded.last_at, visitor_sequence = excluded.visitor_sequence,
      visitor_at = excluded.visitor_at, waiting_since = excluded.waiting_since,
      failed = excluded.failed`.execute(queries);
}

/** Without a mark, messages from before the agent first saw the inbox count as read. */
async function markUnread(queries: Queries, entry: InboxEntry): Promise<void> {
  const { conversationId, visitorSequence, visitorAt } = entry;
  await sql`insert into read_mark (account_id, conversation_id, sequence, unread)
    select r.account_id, ${text(conversationId)}, 0, 1 from inbox_reader r where r.since <= ${visitorAt}
    on conflict (account_id, conversation_id) do update set unread = 1
    where read_mark.unread = 0 and read_mark.sequence < ${visitorSequence}`.execute(queries);
}

/** PostgreSQL cannot tell the type of a parameter in a select list. */
function text(value: string): RawBuilder<string> {
  return sql`cast(${value} as text)`;
}

function entryIn(row: Row): InboxEntry {
  return {
    conversationId: row.conversation_id,
    channelId: row.channel_id,
    lastAt: row.last_at,
    visitorSequence: row.visitor_sequence,
    visitorAt: row.visitor_at,
    waitingSince: row.waiting_since,
    failed: row.failed === 1,
  };
}
