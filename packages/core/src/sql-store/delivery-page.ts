import { laneKinds } from "../model/lane.ts";
import type { Page, PageRequest } from "../ports/stores/conversation-store.ts";
import type { DeliveryQuery, StoredDelivery } from "../ports/stores/delivery-store.ts";
import { failureOf, fromJson, kindNumber, outcomeOf } from "./column-values.ts";
import { pageOf } from "./page.ts";

/** A delivery's row, joined with its conversation, its channel key and, when it is a head, its lane. */
export interface DeliveryColumns {
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
  /** This and the next three: columns of the lane when the delivery is its head. */
  readonly attempt: number | null;
  readonly due: number | null;
  readonly token: number | null;
  readonly memo: string | null;
}

/** Deliveries of all conversations, by their state. */
export type StateQuery = Exclude<DeliveryQuery, { readonly conversationId: string }>;

/** How many rows one call reads when it filters them. */
const filteredRowLimit = 1_000;

/** How many rows of the query's state a page needs, before rows of other kinds and channels are filtered out. */
export function rowsForPage(query: StateQuery, { limit }: PageRequest): number {
  const isFiltered = query.kind !== undefined || query.channelId !== undefined;
  return isFiltered ? Math.max(filteredRowLimit, limit + 1) : limit + 1;
}

/** Makes the page from the rows; `rows` holds `rowsForPage` rows, or fewer at the end of the list. */
export function deliveryPage(
  rows: readonly DeliveryColumns[],
  query: StateQuery,
  request: PageRequest,
): Page<StoredDelivery> {
  const position = query.state === "failed" ? failedPosition : waitingPosition;
  const page = pageOf(rows.filter(wantedBy(query)), request.limit, position, storedDelivery);
  const last = rows.length === rowsForPage(query, request) ? rows.at(-1) : undefined;
  return page.next !== null || last === undefined
    ? page
    : { ...page, next: position(last).join("-") };
}

/** Makes a page of one conversation from up to `limit + 1` rows. */
export function conversationDeliveryPage(
  rows: readonly DeliveryColumns[],
  { limit }: PageRequest,
): Page<StoredDelivery> {
  return pageOf(rows, limit, ({ sequence }) => [sequence], storedDelivery);
}

/** The delivery in a row. */
export function storedDelivery(row: DeliveryColumns): StoredDelivery {
  const { conversationId, channelId, sequence, messageSequence, acceptedAt, attempt } = row;
  return {
    conversationId,
    channelId,
    sequence,
    messageSequence,
    kind: laneKinds[row.kind] as StoredDelivery["kind"],
    state: outcomeOf(row.state),
    failure: failureOf(row.failure),
    acceptedAt,
    attempt: attempt ?? 0,
    due: row.token === null ? row.due : null,
    record: fromJson(attempt === null ? row.record : row.memo),
  };
}

function wantedBy(query: StateQuery): (row: DeliveryColumns) => boolean {
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
