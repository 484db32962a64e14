import type { Clock } from "@parley/core";
import { sql } from "kysely";
import type { ConsoleDatabase } from "../../database/console-database.ts";

/** How far an agent has read one conversation. */
export interface ReadMark {
  /** Sequence of the newest message that the agent has read; 0 for none. */
  readonly sequence: number;
  /** Whether the visitor has written since. */
  readonly unread: boolean;
}

/**
 * What each agent has read: account, conversation and sequence. Marks begin when the account first sees the inbox, so a
 * new agent does not find all old conversations unread. Those of the first account begin when it is created.
 */
export class ReadMarks {
  readonly #database: Pick<ConsoleDatabase, "queries">;
  readonly #clock: Clock;
  /** By account: when it first saw the inbox. It never changes. */
  readonly #since = new Map<string, number>();

  constructor(database: Pick<ConsoleDatabase, "queries">, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** The instant from which the account's marks count. The first call sets it to now. */
  async since(accountId: string): Promise<number> {
    const known = this.#since.get(accountId);
    if (known !== undefined) return known;
    const { queries } = this.#database;
    await sql`insert into inbox_reader (account_id, since) values (${accountId}, ${this.#clock.now()})
      on conflict (account_id) do nothing`.execute(queries);
    const { rows } = await sql<{ readonly since: number }>`select since from inbox_reader
      where account_id = ${accountId}`.execute(queries);
    const since = rows[0]?.since ?? this.#clock.now();
    this.#since.set(accountId, since);
    return since;
  }

  /** The account's marks on these conversations, by conversation. */
  async of(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, ReadMark>> {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<Row>`select conversation_id, sequence, unread from read_mark
      where account_id = ${accountId} and conversation_id in (${sql.join(ids)})`.execute(
      this.#database.queries,
    );
    return new Map(
      rows.map(({ conversation_id, sequence, unread }) => [
        conversation_id,
        { sequence, unread: unread === 1 },
      ]),
    );
  }

  /**
   * Everything up to `sequence` is read. A mark never moves back. `false`: the inbox index does not have the
   * conversation, and nothing was stored.
   */
  read(accountId: string, conversationId: string, sequence: number): Promise<boolean> {
    return this.#database.queries.transaction().execute(async (queries) => {
      // Locks the entry: otherwise a message that arrives now could count as read.
      const { numAffectedRows } = await sql`update inbox_entry set failed = failed
        where conversation_id = ${conversationId}`.execute(queries);
      if (numAffectedRows !== 1n) return false;
      await sql`insert into read_mark (account_id, conversation_id, sequence, unread)
        select cast(${accountId} as text), conversation_id, cast(${sequence} as bigint),
          case when visitor_sequence > ${sequence} then 1 else 0 end
        from inbox_entry where conversation_id = ${conversationId}
        on conflict (account_id, conversation_id) do update set sequence = excluded.sequence,
          unread = excluded.unread
        where read_mark.sequence <= excluded.sequence`.execute(queries);
      return true;
    });
  }
}

interface Row {
  readonly conversation_id: string;
  readonly sequence: number;
  readonly unread: number;
}
