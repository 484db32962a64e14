import type { Connection } from "./connection.ts";
import type { ConversationRow } from "./conversation-rows.ts";
import { forgetKeys } from "./idempotency.ts";
import { findLanes } from "./lane-rows.ts";
import { dropLane } from "./lanes.ts";

/** Forgets one conversation with everything that hangs on it. The caller owes a compaction. */
export function eraseConversation(connection: Connection, row: ConversationRow): void {
  for (const lane of findLanes(connection, "conversation = ?", row.number))
    dropLane(connection, lane);
  forgetKeys(connection, row.number);
  connection.run("delete from deliveries where conversation = +? and fresh is null", row.number);
  connection.run("delete from conversations where conversation = ?", row.number);
}
