import type { Connection } from "../connection/connection.ts";
import { requestCompaction } from "../erase/pending-compaction.ts";

/** Each takes about a millisecond to leave the index, and nothing else runs meanwhile. */
const pageSize = 25;

const entries = `select d.sequence, d.position from deliveries d cross join search_messages m on m.rowid = d.position
  where d.conversation = (select conversation from conversations where id = +?) and d.sequence > +?
  order by d.sequence limit ${pageSize}`;
const remove = "delete from search_messages where rowid = ?";

/** A message that has an entry. */
export interface MessageEntry {
  readonly sequence: number;
  readonly position: number;
}

/** Messages of a conversation behind a sequence that have entries. */
export function entriesBehind(
  connection: Connection,
  conversationId: string,
  sequence: number,
): readonly MessageEntry[] {
  return connection.all<MessageEntry>(entries, conversationId, sequence);
}

/** Removes a page of entries, so that a long conversation leaves the index in short steps before it is erased. */
export function eraseEntries(connection: Connection, page: readonly MessageEntry[]): void {
  for (const { position } of page) connection.run(remove, position);
  requestCompaction(connection, "erased");
}
