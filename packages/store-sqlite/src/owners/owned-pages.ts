import type { Conversation, OwnedQuery, Page, PageRequest } from "@parley/core";
import { type ConversationColumns, cursorOf, firstBackend, pageOf } from "@parley/core/sql-store";
import { allBackends, type BackendRow } from "../backends/backend-numbers.ts";
import type { Connection } from "../connection/connection.ts";
import {
  conversationColumns,
  conversationOfRow,
  conversationTables,
} from "../rows/conversation-rows.ts";

/** How many conversations one call reads. */
const rowsRead = 1_000;

const isIndexed = "(c.backend <> 0 or c.backend is null or c.assignee is not null)";
const indexed = (of: string): string =>
  `select ${conversationColumns} from ${conversationTables} where ${isIndexed} and ${of} limit ${rowsRead + 1}`;
const ofBackend = indexed("c.backend = +?");
const ofNobody = indexed("c.backend is null");
const ofAssignee = indexed("c.backend = +? and c.assignee = +?");
const byActivity = `select ${conversationColumns} from activities a
  cross join conversations c on c.conversation = a.conversation join channel_keys k on k.channel = c.channel
  where (a.last_message_at, a.conversation) < (+?, +?)
  order by a.last_message_at desc, a.conversation desc limit ${rowsRead}`;

/** A query with numbers instead of names, and the assignee as JSON. */
interface NumberedQuery {
  readonly backends: readonly (number | null)[];
  readonly assignee: string | null;
}

/** A page of the conversations of some owners, the newest activity first. */
export function readOwned(
  connection: Connection,
  query: OwnedQuery,
  request: PageRequest,
): Page<Conversation> {
  const cursor = cursorOf(request, 2);
  if (cursor === null) return { items: [], next: null };
  const numbered = numberedQuery(connection, query);
  const few = readFew(connection, numbered);
  const walked = few === null ? connection.all<ConversationColumns>(byActivity, ...cursor) : null;
  const rows = few ?? walked ?? [];
  const wanted = rows.filter((row) => isOwned(row, numbered) && isBefore(row, cursor));
  const page = pageOf(wanted.sort(newestFirst), request.limit, positionOf, (row) =>
    conversationOfRow(row, connection),
  );
  const last = walked?.length === rowsRead ? walked.at(-1) : undefined;
  return page.next !== null || last === undefined
    ? page
    : { ...page, next: positionOf(last).join("-") };
}

/** All conversations of these owners, by the index; `null`: they are many, or some are in no index. */
function readFew(
  connection: Connection,
  { backends, assignee }: NumberedQuery,
): ConversationColumns[] | null {
  if (assignee === null && backends.includes(firstBackend)) return null;
  const found: ConversationColumns[] = [];
  for (const backend of backends) {
    found.push(...readOne(connection, backend, assignee));
    if (found.length > rowsRead) return null;
  }
  return found;
}

function readOne(
  connection: Connection,
  backend: number | null,
  assignee: string | null,
): readonly ConversationColumns[] {
  // A conversation of nobody has no assignee.
  if (backend === null) return assignee === null ? connection.all(ofNobody) : [];
  if (assignee === null) return connection.all(ofBackend, backend);
  return connection.all(ofAssignee, backend, assignee);
}

/** Names without a number own nothing. */
function numberedQuery(connection: Connection, { backends, assignee }: OwnedQuery): NumberedQuery {
  const numbers = backends?.flatMap((name) =>
    name === null ? null : (connection.backends.find(name) ?? []),
  ) ?? [null, ...connection.all<BackendRow>(allBackends).map(({ number }) => number)];
  const text = assignee === undefined ? null : JSON.stringify(assignee);
  return { backends: [...new Set(numbers)], assignee: text };
}

function isOwned(row: ConversationColumns, { backends, assignee }: NumberedQuery): boolean {
  return backends.includes(row.backend) && (assignee === null || row.assignee === assignee);
}

function isBefore(
  { lastMessageAt, number }: ConversationColumns,
  [instant = 0, conversation = 0]: readonly number[],
): boolean {
  return lastMessageAt < instant || (lastMessageAt === instant && number < conversation);
}

function positionOf({ lastMessageAt, number }: ConversationColumns): readonly number[] {
  return [lastMessageAt, number];
}

function newestFirst(a: ConversationColumns, b: ConversationColumns): number {
  return b.lastMessageAt - a.lastMessageAt || b.number - a.number;
}
