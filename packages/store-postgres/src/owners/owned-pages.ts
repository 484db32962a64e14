import type { Conversation, OwnedQuery, Page, PageRequest } from "@parley/core";
import { type ConversationColumns, firstBackend, toJson } from "@parley/core/sql-store";
import type { BackendNumbers } from "../backends/backend-numbers.ts";
import type { Database } from "../connection/database.ts";
import { conversationOfRow, selectedColumns, withChannelKey } from "../rows/conversation-rows.ts";
import { statement } from "../statements/statement.ts";

/** The condition of the index of owners. The other conversations belong to the backend 0, without an assignee. */
export const isIndexed = "(c.backend <> 0 or c.backend is null or c.assignee is not null)";
/** Stands for nobody in that index. */
const nobody = -1;
/** How many rows of a list one call reads at least when it filters them. */
const filteredRows = 500;

const newestFirst = "order by c.last_message_at desc, c.conversation desc";
// Rows are limited before the owner is compared, so that no call reads more of them.
const byActivity = statement(`select ${selectedColumns}, c.wanted, 0 as list
  from (select c.*, coalesce(c.backend, ${nobody}) = any($4::integer[]) as wanted from conversations c
    where (c.last_message_at, c.conversation) < ($1, $2) ${newestFirst} limit $3) as c
  ${withChannelKey} ${newestFirst}`);
const byOwner = statement(`select ${selectedColumns}, c.wanted, c.list
  from (select owned.*, coalesce(owned.assignee = $5, $5 is null) as wanted, asked.backend as list
    from unnest($4::integer[]) as asked (backend)
    cross join lateral (select c.* from conversations c
      where ${isIndexed} and coalesce(c.backend, ${nobody}) = asked.backend
        and (c.last_message_at, c.conversation) < ($1, $2) ${newestFirst} limit $3) as owned) as c
  ${withChannelKey} ${newestFirst}`);

interface OwnedColumns extends ConversationColumns {
  /** Whether the query asks for it. */
  readonly wanted: boolean;
  /** Each backend asked for has a list of its own; all conversations are one. */
  readonly list: number;
}

/** A page of conversations of some owners. `after`: the position of the last row of the page before. */
export async function readOwned(
  database: Database,
  query: OwnedQuery,
  after: readonly number[],
  { limit }: PageRequest,
): Promise<Page<Conversation>> {
  const { backends } = database;
  const assignee = query.assignee ?? null;
  if (!isAllKnown(query, backends)) await backends.refresh();
  const asked = numbersOf(query, backends);
  // Conversations outside the index are asked for. A gateway with one backend has hardly any others.
  const hasRest = assignee === null && asked.includes(firstBackend);
  const isFiltered = hasRest ? query.backends !== undefined : assignee !== null;
  const most = isFiltered ? Math.max(filteredRows, limit + 1) : limit + 1;
  const rows = hasRest
    ? await database.read<OwnedColumns>(byActivity, ...after, most, asked)
    : await database.read<OwnedColumns>(byOwner, ...after, most, asked, toJson(assignee));
  const { kept, next } = cut(rows, most, limit);
  return backends.knowing(async () => ({
    items: kept.map((row) => conversationOfRow(row, backends.nameOf)),
    next,
  }));
}

/** Whether this node has read every name that a query means. Another node may have opened further backends. */
function isAllKnown({ backends: names }: OwnedQuery, backends: BackendNumbers): boolean {
  return names?.every((name) => name === null || backends.numbersMeantBy(name).length > 0) ?? false;
}

/** Numbers of the owners that a query asks for. A name without a number owns nothing. */
function numbersOf({ backends: names, assignee }: OwnedQuery, backends: BackendNumbers) {
  const owners = names ?? [null, ...backends.numbers.map(backends.nameOf)];
  // A conversation of nobody has no assignee.
  const ofNobody = assignee === undefined ? [nobody] : [];
  const numbers = owners.map((name) => (name === null ? ofNobody : backends.numbersMeantBy(name)));
  return [...new Set(numbers.flat())];
}

/** Rows may follow the last one of a list that was cut, so the page ends there. */
function cut(rows: readonly OwnedColumns[], most: number, limit: number) {
  const cutLists = [...Map.groupBy(rows, ({ list }) => list).values()].filter(
    ({ length }) => length >= most,
  );
  const ends = cutLists.map((list) => rows.indexOf(list.at(-1) as OwnedColumns));
  const end = Math.min(...ends);
  const found = rows.filter(({ wanted }, at) => wanted && at <= end);
  const kept = found.slice(0, limit);
  if (found.length > limit) return { kept, next: cursorAt(kept.at(-1)) };
  return { kept, next: ends.length === 0 ? null : cursorAt(rows[end]) };
}

function cursorAt(row: OwnedColumns | undefined): string | null {
  return row === undefined ? null : `${row.lastMessageAt}-${row.number}`;
}
