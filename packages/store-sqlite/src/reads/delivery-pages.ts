import {
  type DeliveryQuery,
  type Failure,
  type LaneKind,
  laneKinds,
  type Page,
  type PageRequest,
  type StoredDelivery,
} from "@parley/core";
import type { Connection } from "../connection/connection.ts";
import type { Value } from "../connection/statement-runner.ts";
import { outcomeOf } from "../rows/delivery-rows.ts";
import { fromJson, kindNumber } from "../lanes/lane-rows.ts";
import { cursorOf, pageOf } from "./page.ts";

interface DeliveryColumns {
  readonly conversation: number;
  readonly conversationId: string;
  readonly channelId: string;
  readonly sequence: number;
  readonly messageSequence: number;
  readonly kind: number;
  readonly state: number;
  readonly failure: string | null;
  readonly acceptedAt: number;
  readonly record: string | null;
  /** Of the lane, when the delivery is its head. */
  readonly attempt: number | null;
  readonly due: number | null;
  readonly token: number | null;
  readonly memo: string | null;
}

/** How many rows one call looks at when only some of them may be wanted. */
const rowsLookedAt = 1_000;

const columns = `d.conversation, c.id as conversationId, k.id as channelId, d.sequence,
  d.message_sequence as messageSequence, d.kind, d.state, d.failure, d.accepted_at as acceptedAt, d.record,
  h.attempt, h.due, h.token, h.memo`;
const named =
  "join conversations c on c.conversation = d.conversation join channel_keys k on k.channel = c.channel";
const asHead =
  "left join lanes h on h.conversation = d.conversation and h.kind = d.kind and h.head = d.sequence";

const byConversation = `select ${columns} from conversations c
  cross join sequences s on s.conversation = c.conversation cross join deliveries d on d.position = s.position
  join channel_keys k on k.channel = c.channel ${asHead}`;
const one = `${byConversation} where c.id = +? and s.sequence = +? and d.kind < 2`;
const ofConversation = `${byConversation}
  where c.id = +? and s.sequence < +? and d.kind < 2 order by s.sequence desc limit +?`;
const failedBefore = `select ${columns} from deliveries d ${named} ${asHead}
  where d.state = 2 and d.kind < 2 and (d.accepted_at, d.conversation, d.message_sequence) < (+?, +?, +?)
  order by d.accepted_at desc, d.conversation desc, d.message_sequence desc limit +?`;
// Lane by lane, each from its end: no sorting, whatever waits.
const waitingBefore = `select ${columns} from lanes l
  cross join sequences s on s.conversation = l.conversation and s.sequence >= l.head
  cross join deliveries d on d.position = s.position and d.kind = l.kind and d.state = 0
  ${named} ${asHead}
  where (l.conversation, l.kind) <= (+?, +?) and l.kind < 2 and (l.conversation, l.kind, s.sequence) < (+?, +?, +?)
  order by l.conversation desc, l.kind desc, s.sequence desc limit +?`;

export function readDelivery(
  connection: Connection,
  conversationId: string,
  sequence: number,
): StoredDelivery | null {
  const row = connection.get<DeliveryColumns>(one, conversationId, sequence);
  return row === undefined ? null : storedDelivery(row);
}

export function readDeliveries(
  connection: Connection,
  query: DeliveryQuery,
  request: PageRequest,
): Page<StoredDelivery> {
  if ("conversationId" in query) return readConversation(connection, query.conversationId, request);
  const cursor = cursorOf(request, 3);
  if (cursor === null) return { items: [], next: null };
  const isPicky = query.kind !== undefined || query.channelId !== undefined;
  const most = isPicky ? Math.max(rowsLookedAt, request.limit + 1) : request.limit + 1;
  const rows = connection.all<DeliveryColumns>(...select(query.state, cursor), most);
  const position = query.state === "failed" ? failedPosition : waitingPosition;
  const page = pageOf(rows.filter(wantedBy(query)), request.limit, position, storedDelivery);
  const last = rows.length === most ? rows.at(-1) : undefined;
  return page.next !== null || last === undefined
    ? page
    : { ...page, next: position(last).join("-") };
}

function select(state: "waiting" | "failed", cursor: readonly number[]): [string, ...Value[]] {
  if (state === "failed") return [failedBefore, ...cursor];
  const [conversation = 0, kind = 0] = cursor;
  return [waitingBefore, conversation, kind, ...cursor];
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
  return pageOf(rows, request.limit, ({ sequence }) => [sequence], storedDelivery);
}

function wantedBy(
  query: Exclude<DeliveryQuery, { readonly conversationId: string }>,
): (row: DeliveryColumns) => boolean {
  const kind = query.kind === undefined ? null : kindNumber(query.kind);
  const { channelId = null } = query;
  return (row) =>
    (kind === null || row.kind === kind) && (channelId === null || row.channelId === channelId);
}

function failedPosition(row: DeliveryColumns): readonly number[] {
  return [row.acceptedAt, row.conversation, row.messageSequence];
}

function waitingPosition(row: DeliveryColumns): readonly number[] {
  return [row.conversation, row.kind, row.sequence];
}

function storedDelivery(row: DeliveryColumns): StoredDelivery {
  const { conversationId, channelId, sequence, messageSequence, acceptedAt, attempt } = row;
  const kind = laneKinds[row.kind] as Exclude<LaneKind, "reports">;
  const failure = row.failure === null ? null : (JSON.parse(row.failure) as Failure);
  return {
    conversationId,
    channelId,
    sequence,
    messageSequence,
    kind,
    state: outcomeOf(row.state),
    failure,
    acceptedAt,
    attempt: attempt ?? 0,
    due: row.token === null ? row.due : null,
    record: fromJson(attempt === null ? row.record : row.memo),
  };
}
