import type { Page, PageRequest, StoredMessage } from "@parley/core";
import { cursorOf, type MessageColumns, messagePage } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";

/** Columns of a message: its first delivery `f`, with the state of its newest one. */
export const messageColumns = `f.sequence, f.kind, f.message, f.sender, f.accepted_at as acceptedAt,
    iif(f.newest is null, f.state, n.state) as state, iif(f.newest is null, f.failure, n.failure) as failure`;
export const newestDelivery =
  "left join deliveries n on n.conversation = f.conversation and n.sequence = f.newest";
const messagesBefore = `select ${messageColumns}
  from conversations c cross join deliveries f on f.conversation = c.conversation
  ${newestDelivery}
  where c.id = +? and f.sequence < +? and f.kind < 2 and f.message_sequence = f.sequence
  order by f.sequence desc limit +?`;

/** The newest messages before the cursor, oldest first. A message that was sent again appears once. */
export function readMessages(
  connection: Connection,
  conversationId: string,
  request: PageRequest,
): Page<StoredMessage> {
  const [before] = cursorOf(request, 1) ?? [];
  if (before === undefined) return { items: [], next: null };
  const rows = connection.all<MessageColumns>(
    messagesBefore,
    conversationId,
    before,
    request.limit + 1,
  );
  return messagePage(rows, request);
}
