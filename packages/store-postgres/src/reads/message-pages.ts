import type { Failure, Page, PageRequest, StoredMessage } from "@parley/core";
import type { Database } from "../connection/database.ts";
import { outcomeOf } from "../rows/delivery-rows.ts";
import { cursorOf, pageOf } from "./page.ts";
import { statement } from "../statements/statement.ts";

interface MessageColumns {
  readonly sequence: number;
  readonly kind: number;
  readonly message: string;
  readonly sender: string | null;
  readonly acceptedAt: number;
  readonly state: number;
  readonly failure: string | null;
}

const messagesBefore = statement(`
  select f.sequence, f.kind, f.message, f.sender, f.accepted_at as "acceptedAt",
    case when f.newest is null then f.state else n.state end as state,
    case when f.newest is null then f.failure else n.failure end as failure
  from deliveries f
  left join deliveries n on n.conversation = f.conversation and n.sequence = f.newest
  where f.conversation = (select conversation from conversations where id = $1) and f.sequence < $2 and f.kind < 2 and f.message_sequence = f.sequence
  order by f.sequence desc limit $3`);

/** The newest messages before the cursor, oldest first; one item per message, wherever it was sent again. */
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
  const { items, next } = pageOf(rows, request.limit, (row) => [row.sequence], storedMessage);
  return { items: items.toReversed(), next };
}

function storedMessage({
  sequence,
  kind,
  message,
  sender,
  acceptedAt,
  ...row
}: MessageColumns): StoredMessage {
  const direction = kind === 1 ? "outbound" : "inbound";
  const failure = row.failure === null ? null : (JSON.parse(row.failure) as Failure);
  return { sequence, direction, message, sender, state: outcomeOf(row.state), failure, acceptedAt };
}
