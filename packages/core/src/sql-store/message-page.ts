import type { StoredMessage } from "../model/delivery.ts";
import type { Page, PageRequest } from "../ports/stores/conversation-store.ts";
import { failureOf, outcomeOf } from "./column-values.ts";
import { pageOf } from "./page.ts";

/** The row of a message's first delivery, with the state and the failure of its newest one. */
export interface MessageColumns {
  readonly sequence: number;
  readonly kind: number;
  readonly message: string;
  readonly sender: string | null;
  readonly acceptedAt: number;
  readonly state: number;
  readonly failure: string | null;
}

/**
 * Makes a page of at most `limit` from up to `limit + 1` rows, newest first. The messages of the page are oldest
 * first.
 */
export function messagePage(
  rows: readonly MessageColumns[],
  { limit }: PageRequest,
): Page<StoredMessage> {
  const { items, next } = pageOf(rows, limit, (row) => [row.sequence], storedMessage);
  return { items: items.toReversed(), next };
}

/** The message in a row. */
export function storedMessage(row: MessageColumns): StoredMessage {
  const { sequence, message, sender, acceptedAt } = row;
  const direction = row.kind === 1 ? "outbound" : "inbound";
  const failure = failureOf(row.failure);
  return { sequence, direction, message, sender, state: outcomeOf(row.state), failure, acceptedAt };
}
