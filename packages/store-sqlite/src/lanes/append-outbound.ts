import { type AppendResult, type OutboundAppend, waitingLimit } from "@parley/core";
import { firstBackend, maySend } from "@parley/core/sql-store";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { findKey, keyText, rememberKey } from "../rows/idempotency.ts";
import { ownerNumber } from "./append-owner.ts";
import { countWaiting } from "./lane-rows.ts";
import { enqueue } from "./lanes.ts";
import type { Work } from "./work.ts";

/** Stores an agent's message, addressed to the visitor's current id. */
export function appendOutbound(work: Work, append: OutboundAppend): AppendResult {
  const { conversationId, idempotencyKey, messages, by } = append;
  const { connection } = work;
  const { now } = work.grants;
  const conversation = work.conversations.byId(conversationId);
  if (conversation === undefined) return { status: "refused", refusal: "unknown-conversation" };
  const key = idempotencyKey === null ? null : keyText(idempotencyKey);
  const repeat = key === null ? null : findKey(connection, conversation.number, key);
  if (repeat !== null)
    return { status: "repeated", conversationId, sequences: repeat, created: false };
  if (!maySend(conversation.current.owner, by)) return { status: "refused", refusal: "not-owner" };
  const waiting = countOutbound(work, conversation);
  if (waiting + messages.length > waitingLimit) return { status: "refused", refusal: "lane-full" };

  const stored = { first: conversation.lastSequence + 1, count: messages.length };
  const sequences = store(work, conversation, append, waiting);
  if (key !== null) rememberKey(connection, conversation.number, key, stored, now);
  return { status: "stored", conversationId, sequences, created: false };
}

/** Whether `parts` more deliveries would exceed the limit (ruling 18). */
export function isOutboundFull(work: Work, conversation: ConversationRow, parts: number): boolean {
  return countOutbound(work, conversation) + parts > waitingLimit;
}

function countOutbound({ connection }: Work, { number }: ConversationRow): number {
  const lane = { conversation: number, kind: "outbound", backend: firstBackend } as const;
  return countWaiting(connection, lane);
}

function store(
  work: Work,
  conversation: ConversationRow,
  append: OutboundAppend,
  waiting: number,
): readonly number[] {
  const { now: acceptedAt } = work.grants;
  conversation.current = { ...conversation.current, lastMessageAt: acceptedAt };
  const recipientId = conversation.current.visitorId;
  const backend = ownerNumber(work, conversation);
  const { sender } = append;
  return append.messages.map((message, index) => {
    const draft = { kind: "outbound", backend, message, sender, recipientId, acceptedAt } as const;
    const isIdle = waiting + index === 0;
    return enqueue(work, conversation, { ...draft, messageSequence: null, identity: null }, isIdle);
  });
}
