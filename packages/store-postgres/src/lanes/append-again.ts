import type { ResendAppend, AppendResult } from "@parley/core";
import { states } from "@parley/core/sql-store";
import { chooseOwner } from "./append-owner.ts";
import { isOutboundFull, maySendIn } from "./append-outbound.ts";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import type { DeliveryRow } from "../rows/delivery-rows.ts";
import { enqueue, type Work } from "./lanes.ts";

/** Stores a new delivery of a failed message, in either direction. It is addressed to the visitor's current id. */
export function appendAgain(
  work: Work,
  { conversationId, sequence: messageSequence, direction: kind, by, backend }: ResendAppend,
): AppendResult {
  const conversation = work.conversations.byId(conversationId);
  if (conversation === undefined) return { status: "refused", refusal: "unknown-conversation" };
  if (!maySendIn(work, conversation, by)) return { status: "refused", refusal: "not-owner" };
  const newest = newestOf(work, conversation, messageSequence);
  if (newest?.kind !== kind) return { status: "refused", refusal: "unknown-message" };
  if (newest.state !== states.failed) {
    return { status: "repeated", conversationId, sequences: [newest.sequence], created: false };
  }
  if (kind === "outbound" && isOutboundFull(work, conversation, 1)) {
    return { status: "refused", refusal: "lane-full" };
  }
  chooseOwner(work, conversation, backend);
  const place =
    kind === "outbound"
      ? { recipientId: conversation.current.visitorId, backend: conversation.backend }
      : { recipientId: null, backend: null };
  const { message, sender, acceptedAt } = newest;
  const draft = { kind, message, sender, acceptedAt, ...place, messageSequence, identity: null };
  const sequence = enqueue(work, conversation, draft);
  const first = { conversation: conversation.number, sequence: messageSequence };
  work.deliveries.supersede(first, newest, sequence);
  return { status: "stored", conversationId, sequences: [sequence], created: false };
}

function newestOf(
  { deliveries }: Work,
  { number }: ConversationRow,
  messageSequence: number,
): DeliveryRow | undefined {
  const first = deliveries.find(number, messageSequence);
  if (first?.messageSequence !== messageSequence) return undefined;
  return first.newest === null ? first : deliveries.find(number, first.newest);
}
