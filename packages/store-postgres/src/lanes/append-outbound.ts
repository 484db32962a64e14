import {
  type AppendResult,
  type OutboundAppend,
  type SendingBackend,
  waitingLimit,
} from "@parley/core";
import { firstBackend, maySend } from "@parley/core/sql-store";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { enqueue, type Work } from "./lanes.ts";

/** Stores an agent's message, addressed to the visitor's current id. */
export function appendOutbound(work: Work, append: OutboundAppend): AppendResult {
  const { keys, grants } = work;
  const { conversationId, idempotencyKey: key, messages } = append;
  const conversation = work.conversations.byId(conversationId);
  if (conversation === undefined) return { status: "refused", refusal: "unknown-conversation" };
  const repeat = key === null ? null : keys.find(conversation.number, key);
  if (repeat !== null)
    return { status: "repeated", conversationId, sequences: repeat, created: false };
  if (!maySendIn(work, conversation, append.by)) return { status: "refused", refusal: "not-owner" };
  if (isOutboundFull(work, conversation, messages.length))
    return { status: "refused", refusal: "lane-full" };

  const stored = { first: conversation.lastSequence + 1, count: messages.length };
  if (key !== null) keys.remember(conversation.number, key, { ...stored, acceptedAt: grants.now });
  const sequences = store(work, conversation, append);
  return { status: "stored", conversationId, sequences, created: false };
}

/** Whether an agent app may send. It may know a backend by a name from before it was renamed. */
export function maySendIn(
  { backends }: Work,
  { current: { owner } }: ConversationRow,
  by: SendingBackend | null,
): boolean {
  if (by === null || maySend(owner, by)) return true;
  const known = by.backends.filter((name) => backends.numbersOf(name).length > 0);
  return maySend(owner, { ...by, backends: known.map((name) => backends.currentName(name)) });
}

/** Whether `parts` more deliveries would exceed the limit (ruling 18). */
export function isOutboundFull(work: Work, { number }: ConversationRow, parts: number): boolean {
  return (work.lanes.find(number, "outbound", firstBackend)?.waiting ?? 0) + parts > waitingLimit;
}

function store(
  work: Work,
  conversation: ConversationRow,
  append: OutboundAppend,
): readonly number[] {
  const { now: acceptedAt } = work.grants;
  conversation.current = { ...conversation.current, lastMessageAt: acceptedAt };
  const recipientId = conversation.current.visitorId;
  const { sender } = append;
  const { backend } = conversation;
  return append.messages.map((message) => {
    const draft = { kind: "outbound", backend, message, sender, recipientId, acceptedAt } as const;
    return enqueue(work, conversation, { ...draft, messageSequence: null, identity: null });
  });
}
