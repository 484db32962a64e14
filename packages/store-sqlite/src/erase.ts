import type { Connection } from "./connection.ts";
import type { ConversationRow } from "./conversation-rows.ts";
import { forgetKeys } from "./idempotency.ts";
import { findLanes } from "./lane-rows.ts";
import { dropLane } from "./lanes.ts";

/** How many deliveries are erased in one step. */
const pageSize = 500;

// What waits belongs to lanes, and goes with them.
const endOfPage = `select sequence from deliveries where conversation = +? and fresh is null
    and sequence < coalesce((select min(head) from lanes where conversation = +?), ${Number.MAX_SAFE_INTEGER})
  order by sequence limit 1 offset ${pageSize - 1}`;
const removePage =
  "delete from deliveries where conversation = +? and sequence <= +? and fresh is null";

/**
 * Forgets a page of what one conversation has sent and settled, so that a long one is erased in short steps.
 * @returns whether there was a whole page. The caller owes a compaction.
 */
export function erasePage(connection: Connection, { number }: ConversationRow): boolean {
  const last = connection.get<{ sequence: number }>(endOfPage, number, number);
  if (last === undefined) return false;
  connection.run(removePage, number, last.sequence);
  return true;
}

/** Forgets one conversation with everything that hangs on it. The caller owes a compaction. */
export function eraseConversation(connection: Connection, row: ConversationRow): void {
  for (const lane of findLanes(connection, "conversation = ?", row.number))
    dropLane(connection, lane);
  forgetKeys(connection, row.number);
  connection.run("delete from deliveries where conversation = +? and fresh is null", row.number);
  connection.run("delete from conversations where conversation = ?", row.number);
}
