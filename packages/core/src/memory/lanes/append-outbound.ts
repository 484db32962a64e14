import { waitingLimit } from "../../model/schedule.ts";
import type { ResendAppend, AppendResult, OutboundAppend } from "../../ports/stores/append.ts";
import type { MemoryData } from "../data.ts";
import type { ConversationRow, DeliveryRow } from "../rows.ts";
import type { Grants } from "./grants.ts";
import { maySend } from "../../owners/may-send.ts";
import { chooseOwner } from "./append-owner.ts";
import { enqueue, laneOf } from "./lanes.ts";

/** Stores an agent's message, addressed to the visitor's current id. */
export function appendOutbound(
  data: MemoryData,
  grants: Grants,
  append: OutboundAppend,
): AppendResult {
  const { conversationId, idempotencyKey, sender, messages, by } = append;
  const conversation = data.conversations.get(conversationId);
  if (conversation === undefined) return { status: "refused", refusal: "unknown-conversation" };
  const earlier = idempotencyKey === null ? null : conversation.idempotency.get(idempotencyKey);
  if (earlier)
    return { status: "repeated", conversationId, sequences: earlier.sequences, created: false };
  if (!maySend(conversation.current.owner, by)) return { status: "refused", refusal: "not-owner" };
  if (isFull(conversation, messages.length)) return { status: "refused", refusal: "lane-full" };

  const { now } = grants;
  conversation.current = { ...conversation.current, lastMessageAt: now };
  const { visitorId: recipientId, owner } = conversation.current;
  const { backend } = owner;
  const sequences = messages.map((message) => {
    const to = { recipientId, acceptedAt: now };
    const draft = { kind: "outbound", backend, message, sender, ...to } as const;
    return enqueue(data, grants, conversation, { ...draft, messageSequence: null }).sequence;
  });
  if (idempotencyKey !== null) {
    conversation.idempotency.set(idempotencyKey, { content: "", acceptedAt: now, sequences });
  }
  return { status: "stored", conversationId, sequences, created: false };
}

/** Stores a new delivery of a failed message in either direction, addressed to the visitor's current id. */
export function appendAgain(data: MemoryData, grants: Grants, append: ResendAppend): AppendResult {
  const { conversationId } = append;
  const conversation = data.conversations.get(conversationId);
  if (conversation === undefined) return { status: "refused", refusal: "unknown-conversation" };
  if (!maySend(conversation.current.owner, append.by))
    return { status: "refused", refusal: "not-owner" };
  const newest = conversation.newest.get(append.sequence);
  if (newest?.kind !== append.direction) return { status: "refused", refusal: "unknown-message" };
  if (newest.state !== "failed") {
    return { status: "repeated", conversationId, sequences: [newest.sequence], created: false };
  }
  if (newest.kind === "outbound" && isFull(conversation, 1))
    return { status: "refused", refusal: "lane-full" };
  chooseOwner(conversation, append.backend, grants.now);
  const { sequence } = enqueue(data, grants, conversation, onceMore(newest, conversation));
  return { status: "stored", conversationId, sequences: [sequence], created: false };
}

function onceMore(delivery: DeliveryRow, conversation: ConversationRow): DeliveryRow {
  const { visitorId, owner } = conversation.current;
  return delivery.kind === "outbound"
    ? { ...delivery, recipientId: visitorId, backend: owner.backend }
    : { ...delivery, recipientId: null };
}

function isFull(conversation: ConversationRow, parts: number): boolean {
  return (laneOf(conversation, "outbound", null)?.queue.length ?? 0) + parts > waitingLimit;
}
