import type { Connection } from "../connection/connection.ts";
import { requestCompaction } from "../erase/pending-compaction.ts";

/** At most so many entries in one step. */
const pageSize = 25;
/** Characters of one step. A hundred take some 10 ms to leave the index, and nothing else runs meanwhile. */
export const erasedCharacters = 1_000;

const entries = `select d.sequence, d.position, length(d.message) as size from deliveries d cross join search_messages m on m.rowid = d.position
  where d.conversation = (select conversation from conversations where id = +?) and d.sequence > +?
  order by d.sequence limit ${pageSize}`;
const remove = "delete from search_messages where rowid = ?";

/** A message that has an entry. */
export interface MessageEntry {
  readonly sequence: number;
  readonly position: number;
  /** Length of the message's JSON. */
  readonly size: number;
}

/** The next messages of a conversation that have entries, as many as one step may erase. */
export function entriesBehind(
  connection: Connection,
  conversationId: string,
  sequence: number,
): readonly MessageEntry[] {
  const page = connection.all<MessageEntry>(entries, conversationId, sequence);
  let room = erasedCharacters;
  return page.filter(({ size }) => {
    const fits = room > 0;
    room -= size;
    return fits;
  });
}

/** Removes a page of entries, so that a long conversation leaves the index in short steps before it is erased. */
export function eraseEntries(connection: Connection, page: readonly MessageEntry[]): void {
  for (const { position } of page) connection.run(remove, position);
  requestCompaction(connection, "erased");
}
