import type { Delivery } from "../../model/attempt.ts";
import { deliveryIdOf } from "../../model/delivery.ts";
import { attemptLimit } from "../../model/schedule.ts";
import type { StoredDelivery } from "../../ports/stores/delivery-store.ts";
import { readAttempts } from "../outbound/attempt-memo.ts";

/** A stored delivery for an API: parses its record, and turns the lane's state into the next attempt. */
export function deliveryOf(stored: StoredDelivery): Delivery {
  const { conversationId, channelId, sequence, messageSequence } = stored;
  const { kind, state, failure, acceptedAt } = stored;
  const attempts = readAttempts(stored.record);
  const begun = Math.max(stored.attempt, attempts.at(-1)?.attempt ?? 0);
  return {
    id: deliveryIdOf(conversationId, sequence),
    conversationId,
    sequence,
    messageSequence,
    channelId,
    kind,
    state,
    failure,
    acceptedAt,
    attempts,
    attempt: kind === "outbound" ? Math.min(begun, attemptLimit) : begun,
    nextAttemptAt: nextAttemptAt(stored),
  };
}

/**
 * After the last tick the head is due for its report only. A parked lane that got a slot without an instant has
 * `due` 0.
 */
function nextAttemptAt({ kind, attempt, due, acceptedAt }: StoredDelivery): number | null {
  if (due === null || (kind === "outbound" && attempt >= attemptLimit)) return null;
  return Math.max(due, acceptedAt);
}

/** Parses an id of `deliveryIdOf`; `null` for any other text. */
export function parseDeliveryId(
  id: string,
): { readonly conversationId: string; readonly sequence: number } | null {
  const [, conversationId, digits] = /^([\w-]{1,32})\.([1-9]\d{0,14})$/.exec(id) ?? [];
  if (conversationId === undefined || digits === undefined) return null;
  return { conversationId, sequence: Number(digits) };
}
