import type { Page, PageRequest, StoredMessage } from "@parley/core";
import { cursorOf, type MessageColumns, messagePage } from "@parley/core/sql-store";
import type { Database } from "../connection/database.ts";
import { statement } from "../statements/statement.ts";

/** Columns of a message: its first delivery `f`, with the state of its newest one. */
export const messageColumns = `f.sequence, f.kind, f.message, f.sender, f.accepted_at as "acceptedAt",
    case when f.newest is null then f.state else n.state end as state,
    case when f.newest is null then f.failure else n.failure end as failure`;
export const newestDelivery =
  "left join deliveries n on n.conversation = f.conversation and n.sequence = f.newest";
const messagesBefore = statement(`
  select ${messageColumns}
  from deliveries f
  ${newestDelivery}
  where f.conversation = (select conversation from conversations where id = $1) and f.sequence < $2 and f.kind < 2 and f.message_sequence = f.sequence
  order by f.sequence desc limit $3`);

/** The newest messages before the cursor, oldest first. A message that was sent again appears once. */
export async function readMessages(
  database: Database,
  conversationId: string,
  request: PageRequest,
): Promise<Page<StoredMessage>> {
  const [before] = cursorOf(request, 1) ?? [];
  if (before === undefined) return { items: [], next: null };
  const rows = await database.read<MessageColumns>(
    messagesBefore,
    conversationId,
    before,
    request.limit + 1,
  );
  return messagePage(rows, request);
}
