import type { Failure } from "../model/delivery.ts";
import type { Page, PageRequest } from "../ports/stores/conversation-store.ts";
import type { DeadLetter } from "../ports/stores/dead-letter-store.ts";
import { pageOf } from "./page.ts";

/** The row of an inbound message that failed, joined with its conversation and its channel key. */
export interface DeadLetterColumns {
  readonly conversationId: string;
  readonly channelId: string;
  readonly conversation: number;
  readonly sequence: number;
  readonly acceptedAt: number;
  readonly failure: string;
}

/** Makes a page of at most `limit` from up to `limit + 1` rows. */
export function deadLetterPage(
  rows: readonly DeadLetterColumns[],
  { limit }: PageRequest,
): Page<DeadLetter> {
  return pageOf(rows, limit, (row) => [row.acceptedAt, row.conversation, row.sequence], deadLetter);
}

function deadLetter({ failure, ...row }: DeadLetterColumns): DeadLetter {
  const { conversationId, channelId, sequence, acceptedAt } = row;
  return {
    conversationId,
    channelId,
    sequence,
    acceptedAt,
    failure: JSON.parse(failure) as Failure,
  };
}
