import type { Page, PageRequest, StoredMessage } from "@parley/core";
import { cursorOf, type MessageColumns, messagePage } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { TailDeliveries, TailDelivery } from "../write-behind/tail-deliveries.ts";

const columns = `select f.sequence, f.kind, f.message, f.sender, f.accepted_at as acceptedAt,
  iif(f.newest is null, f.state, n.state) as state, iif(f.newest is null, f.failure, n.failure) as failure`;
const newest = `left join sequences p on p.conversation = f.conversation and p.sequence = f.newest
  left join deliveries n on n.position = p.position`;
const isMessage = "f.kind < 2 and f.message_sequence = f.sequence";
const messagesBefore = `${columns} from sequences s cross join deliveries f on f.position = s.position ${newest}
  where s.conversation = +? and s.sequence < +? and ${isMessage} order by s.sequence desc limit +?`;
const messageAt = `${columns} from deliveries f ${newest} where f.position = +? and ${isMessage}`;
const numberOf = "select conversation as number from conversations where id = ?";

/** The newest messages before the cursor, oldest first. A message that was sent again appears once. */
export function readMessages(
  connection: Connection,
  tail: TailDeliveries,
  conversationId: string,
  request: PageRequest,
): Page<StoredMessage> {
  const [before] = cursorOf(request, 1) ?? [];
  const number = connection.get<{ number: number }>(numberOf, conversationId)?.number;
  if (before === undefined || number === undefined) return { items: [], next: null };
  const known = tail.before(number, before);
  const newest = messagesOf(connection, known, request.limit + 1);
  const left = request.limit + 1 - newest.length;
  // The tail has all messages after its first. Some of them may also be in `sequences`.
  const first = known[0]?.sequence ?? before;
  const earlier = connection.all<MessageColumns>(messagesBefore, number, first, left);
  const rows = [...newest, ...earlier];
  return messagePage(rows, request);
}

/** Messages of the tail: at most `limit`, newest first. */
function messagesOf(
  connection: Connection,
  deliveries: readonly TailDelivery[],
  limit: number,
): MessageColumns[] {
  const found: MessageColumns[] = [];
  for (let index = deliveries.length - 1; index >= 0 && found.length < limit; index -= 1) {
    const row = connection.get<MessageColumns>(messageAt, deliveries[index]?.position ?? 0);
    if (row !== undefined) found.push(row);
  }
  return found;
}
