import type { Page, PageRequest, SentMessage, StoredDelivery } from "@parley/core";
import {
  conversationDeliveryPage,
  cursorOf,
  type DeliveryColumns,
  deliveryPage,
  rowsForPage,
  type SentColumns,
  sentMessageOf,
  type StateQuery,
  storedDelivery,
} from "@parley/core/sql-store";
import type { Database } from "../connection/database.ts";
import { statement } from "../statements/statement.ts";

const columns = `d.conversation, c.id as "conversationId", k.id as "channelId", d.sequence,
  d.message_sequence as "messageSequence", d.kind, d.state, d.failure, d.accepted_at as "acceptedAt", d.record,
  h.attempt, h.due, h.fencing_token as token, h.memo`;
const named =
  "join conversations c on c.conversation = d.conversation join channel_keys k on k.channel = c.channel";
const asHead =
  "left join lanes h on h.conversation = d.conversation and h.head = d.sequence and h.owner_change is null";

const one = statement(`select ${columns} from deliveries d ${named} ${asHead}
  where d.conversation = (select conversation from conversations where id = $1) and d.sequence = $2 and d.kind < 2`);
const ofConversation = statement(`select ${columns} from deliveries d ${named} ${asHead}
  where d.conversation = (select conversation from conversations where id = $1) and d.sequence < $2 and d.kind < 2
  order by d.sequence desc limit $3`);
const failedBefore = statement(`select ${columns} from (select * from deliveries f
    where f.failure is not null and f.state <> 3 and f.kind < 2
      and (f.accepted_at, f.conversation, f.message_sequence) < ($1, $2, $3)
    order by f.accepted_at desc, f.conversation desc, f.message_sequence desc limit $4) as d ${named} ${asHead}
  order by d.accepted_at desc, d.conversation desc, d.message_sequence desc`);
// Reads as many lanes as fill the page, along their index. What waits is a lane's head or queued behind it. The lane in
// which the last page ended may have none left.
const waitingBefore = statement(`select ${columns} from (select w.* from (
    select conversation, kind, head, coalesce(sum(waiting) filter (where (conversation, kind) < ($1, $2))
        over (order by conversation desc, kind desc rows between unbounded preceding and 1 preceding), 0) as before
      from (select conversation, (kind % 4)::smallint as kind, head, waiting from lanes
        where conversation <= $1 and kind % 4 < 2 and waiting > 0 and (conversation < $1 or kind % 4 <= $2)
        order by conversation desc, kind % 4 desc limit $4 + 1) as candidates) l
  cross join lateral (select w.* from deliveries w where w.conversation = l.conversation and w.kind = l.kind
    and w.state = 0 and w.sequence >= l.head and (w.queued or w.sequence = l.head)
    and (w.conversation, w.kind, w.sequence) < ($1, $2, $3) order by w.sequence desc limit $4) as w
  where l.before < $4
  order by w.conversation desc, w.kind desc, w.sequence desc limit $4) as d ${named} ${asHead}
  order by d.conversation desc, d.kind desc, d.sequence desc`);

const sent =
  statement(`select coalesce(n.state, d.state) as state, i.key, i.first, i.count from conversations c
  join deliveries d on d.conversation = c.conversation and d.sequence = $2
  left join deliveries n on n.conversation = d.conversation and n.sequence = d.newest
  left join lateral (select k.key, k.first, k.count from idempotency_keys k
    where k.conversation = d.conversation and k.first <= d.sequence order by k.first desc limit 1) i on true
  where c.id = $1 and d.kind = 1 and d.message_sequence = d.sequence`);

export async function readSentMessage(
  database: Database,
  conversationId: string,
  sequence: number,
): Promise<SentMessage | null> {
  const [row] = await database.read<SentColumns>(sent, conversationId, sequence);
  return row === undefined ? null : sentMessageOf(row, sequence);
}

export async function readDelivery(
  database: Database,
  conversationId: string,
  sequence: number,
): Promise<StoredDelivery | null> {
  const [row] = await database.read<DeliveryColumns>(one, conversationId, sequence);
  return row === undefined ? null : storedDelivery(row);
}

export async function readDeliveries(
  database: Database,
  query: StateQuery,
  request: PageRequest,
): Promise<Page<StoredDelivery>> {
  const cursor = cursorOf(request, 3);
  if (cursor === null) return { items: [], next: null };
  const most = rowsForPage(query, request);
  const isFailed = query.state === "failed";
  const found = isFailed ? failedBefore : waitingBefore;
  const rows = await database.read<DeliveryColumns>(found, ...bounded(cursor, isFailed), most);
  return deliveryPage(rows, query, request);
}

/** A kind is a small integer, but a cursor may contain any number. */
function bounded(cursor: readonly number[], isFailed: boolean): readonly number[] {
  return isFailed ? cursor : cursor.map((value, at) => (at === 1 ? Math.min(value, 2) : value));
}

export async function readConversation(
  database: Database,
  conversationId: string,
  request: PageRequest,
): Promise<Page<StoredDelivery>> {
  const [before] = cursorOf(request, 1) ?? [];
  if (before === undefined) return { items: [], next: null };
  const rows = await database.read<DeliveryColumns>(
    ofConversation,
    conversationId,
    before,
    request.limit + 1,
  );
  return conversationDeliveryPage(rows, request);
}
