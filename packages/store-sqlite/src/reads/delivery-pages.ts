import type { DeliveryQuery, Page, PageRequest, SentMessage, StoredDelivery } from "@parley/core";
import {
  conversationDeliveryPage,
  cursorOf,
  type DeliveryColumns,
  deliveryPage,
  rowsForPage,
  type SentColumns,
  sentMessageOf,
  storedDelivery,
} from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";

const columns = `d.conversation, c.id as conversationId, k.id as channelId, d.sequence,
  d.message_sequence as messageSequence, d.kind, d.state, d.failure, d.accepted_at as acceptedAt, d.record,
  h.attempt, h.due, h.fencing_token as token, h.memo`;
const named =
  "join conversations c on c.conversation = d.conversation join channel_keys k on k.channel = c.channel";
// The inbound lane is the owner's. While it has a change of owner, that goes first, and no delivery is its head.
const asHead = `left join lanes h on h.conversation = d.conversation
  and h.kind = iif(d.kind = 0, 4 * coalesce(c.backend, 0), d.kind) and h.head = d.sequence and h.owner_change is null`;

const byConversation = `select ${columns} from conversations c
  cross join deliveries d on d.conversation = c.conversation
  join channel_keys k on k.channel = c.channel ${asHead}`;
const one = `${byConversation} where c.id = +? and d.sequence = +? and d.kind < 2`;
const ofConversation = `${byConversation}
  where c.id = +? and d.sequence < +? and d.kind < 2 order by d.sequence desc limit +?`;
const failedBefore = `select ${columns} from deliveries d ${named} ${asHead}
  where d.state = 2 and d.kind < 2 and (d.accepted_at, d.conversation, d.message_sequence) < (+?, +?, +?)
  order by d.accepted_at desc, d.conversation desc, d.message_sequence desc limit +?`;
// Reads each lane from its end, without sorting, however much waits.
const waitingOn = `select ${columns} from lanes l
  cross join deliveries d on d.conversation = l.conversation and d.sequence >= l.head and d.state = 0`;
const waitingBefore = `${waitingOn} and d.kind = l.kind
  ${named} ${asHead}
  where (l.conversation, l.kind) <= (+?, +?) and l.kind < 2 and (l.conversation, l.kind, d.sequence) < (+?, +?, +?)
  order by l.conversation desc, l.kind desc, d.sequence desc limit +?`;
// The same on the inbound lanes of further backends. One that has only a change of owner is not searched from its head 0.
const waitingBeforeOfOthers = `${waitingOn} and d.kind = 0
  ${named} ${asHead}
  where l.conversation <= +? and l.kind > 3 and l.kind % 4 = 0 and l.waiting > 0 and (l.conversation, 0, d.sequence) < (+?, +?, +?)
  order by l.conversation desc, l.kind desc, d.sequence desc limit +?`;

const sent = `select coalesce(n.state, d.state) as state, i.key, i.first, i.count from conversations c
  cross join deliveries d on d.conversation = c.conversation
  left join deliveries n on n.conversation = d.conversation and n.sequence = d.newest
  left join idempotency_keys i on i.conversation = d.conversation and i.first = (
    select max(k.first) from idempotency_keys k where k.conversation = d.conversation and k.first <= d.sequence)
  where c.id = +? and d.sequence = +? and d.kind = 1 and d.message_sequence = d.sequence`;

export function readDelivery(
  connection: Connection,
  conversationId: string,
  sequence: number,
): StoredDelivery | null {
  const row = connection.get<DeliveryColumns>(one, conversationId, sequence);
  return row === undefined ? null : storedDelivery(row);
}

export function readSentMessage(
  connection: Connection,
  conversationId: string,
  sequence: number,
): SentMessage | null {
  const row = connection.get<SentColumns>(sent, conversationId, sequence);
  return row === undefined ? null : sentMessageOf(row, sequence);
}

export function readDeliveries(
  connection: Connection,
  query: DeliveryQuery,
  request: PageRequest,
): Page<StoredDelivery> {
  if ("conversationId" in query) return readConversation(connection, query.conversationId, request);
  const cursor = cursorOf(request, 3);
  if (cursor === null) return { items: [], next: null };
  const most = rowsForPage(query, request);
  const rows =
    query.state === "failed"
      ? connection.all<DeliveryColumns>(failedBefore, ...cursor, most)
      : readWaiting(connection, cursor, most);
  return deliveryPage(rows, query, request);
}

function readWaiting(
  connection: Connection,
  cursor: readonly number[],
  most: number,
): readonly DeliveryColumns[] {
  const [conversation = 0, kind = 0] = cursor;
  const rows = connection.all<DeliveryColumns>(waitingBefore, conversation, kind, ...cursor, most);
  const others = connection.all<DeliveryColumns>(
    waitingBeforeOfOthers,
    conversation,
    ...cursor,
    most,
  );
  if (others.length === 0) return rows;
  const newestFirst = (a: DeliveryColumns, b: DeliveryColumns): number =>
    b.conversation - a.conversation || b.kind - a.kind || b.sequence - a.sequence;
  return [...rows, ...others].sort(newestFirst).slice(0, most);
}

function readConversation(
  connection: Connection,
  conversationId: string,
  request: PageRequest,
): Page<StoredDelivery> {
  const [before] = cursorOf(request, 1) ?? [];
  if (before === undefined) return { items: [], next: null };
  const rows = connection.all<DeliveryColumns>(
    ofConversation,
    conversationId,
    before,
    request.limit + 1,
  );
  return conversationDeliveryPage(rows, request);
}
