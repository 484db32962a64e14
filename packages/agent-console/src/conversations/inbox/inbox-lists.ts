import type { Page } from "@parley/core";
import { type RawBuilder, sql } from "kysely";
import type { ConsoleDatabase } from "../../database/console-database.ts";
import { countLimit, type InboxCounts, type InboxListName, inboxListNames } from "./inbox-list.ts";

/** Which conversations of a list to show. `null` does not limit. */
export interface InboxFilter {
  readonly channelId: string | null;
  /** Epoch milliseconds of the last message: from, and before. */
  readonly from: number | null;
  readonly to: number | null;
}

interface Position {
  readonly last_at: number;
  readonly conversation_id: string;
}

/** Reads the inbox lists: ids of conversations, newest activity first. Reads and counts use indexes only. */
export class InboxLists {
  readonly #database: Pick<ConsoleDatabase, "queries">;

  constructor(database: Pick<ConsoleDatabase, "queries">) {
    this.#database = database;
  }

  /** `before` is the `next` of the page before it; anything else has an unknown position. */
  async page(
    accountId: string,
    list: InboxListName,
    filter: InboxFilter,
    { before, limit }: { readonly before: string | null; readonly limit: number },
  ): Promise<Page<string>> {
    const { rows } = await sql<Position>`select e.last_at, e.conversation_id
      from ${sourceOf(list)} where ${conditionOf(list, accountId, filter)} and ${isAfter(before)}
      order by e.last_at desc, e.conversation_id desc limit ${limit + 1}`.execute(
      this.#database.queries,
    );
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const next =
      rows.length > limit && last !== undefined ? `${last.last_at} ${last.conversation_id}` : null;
    return { items: items.map(({ conversation_id }) => conversation_id), next };
  }

  async counts(accountId: string, filter: InboxFilter): Promise<InboxCounts> {
    const counted = inboxListNames.map(
      (list) => sql`(select count(*) from (select 1 from ${sourceOf(list)}
        where ${conditionOf(list, accountId, filter)} limit ${countLimit}) as counted) as ${sql.ref(list)}`,
    );
    const { rows } = await sql<InboxCounts>`select ${sql.join(counted)}`.execute(
      this.#database.queries,
    );
    return rows[0] ?? { all: 0, unread: 0, waiting: 0, failed: 0 };
  }
}

/** SQLite reads the tables of a cross join in their order: first what is unread. */
function sourceOf(list: InboxListName): RawBuilder<unknown> {
  return list === "unread" ? sql`read_mark m cross join inbox_entry e` : sql`inbox_entry e`;
}

function conditionOf(
  list: InboxListName,
  accountId: string,
  { channelId, from, to }: InboxFilter,
): RawBuilder<unknown> {
  const conditions = [
    list === "unread"
      ? sql`m.account_id = ${accountId} and m.unread = 1 and e.conversation_id = m.conversation_id`
      : null,
    list === "waiting" ? sql`e.waiting_since is not null` : null,
    list === "failed" ? sql`e.failed = 1` : null,
    channelId === null ? null : sql`e.channel_id = ${channelId}`,
    from === null ? null : sql`e.last_at >= ${from}`,
    to === null ? null : sql`e.last_at < ${to}`,
  ].filter((condition) => condition !== null);
  return conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `);
}

function isAfter(before: string | null): RawBuilder<unknown> {
  if (before === null) return sql`1 = 1`;
  const [lastAt = "0", conversationId = ""] = before.split(" ");
  return sql`(e.last_at, e.conversation_id) < (${Number(lastAt)}, ${conversationId})`;
}
