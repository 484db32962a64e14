import { type AppendResult, type InboundAppend, mergeProfile } from "@parley/core";
import type { ConversationRow } from "./conversation-rows.ts";
import { digestBytes, findRepeat, rememberIdentity } from "./identities.ts";
import { enqueue, type Work } from "./lanes.ts";

/** Stores a visitor's message. What is known of the visitor is brought up to date even when the message is a repeat. */
export function appendInbound(work: Work, append: InboundAppend): AppendResult {
  const { connection, conversations, grants } = work;
  const known = conversations.byVisitor(append.channelKey, append.visitorKey);
  if (known === undefined && !append.mayCreate)
    return { status: "refused", refusal: "conversation-limit" };
  const conversation = known ?? conversations.create(append, grants.now);
  learn(work, conversation, append);

  const conversationId = conversation.current.id;
  const { identity } = append;
  const repeat =
    identity === null ? null : findRepeat(connection, conversation, identity, grants.now);
  if (repeat !== null)
    return { status: "repeated", conversationId, sequences: repeat, created: false };

  const sequences = store(work, conversation, append);
  return { status: "stored", conversationId, sequences, created: known === undefined };
}

function learn(
  { conversations }: Work,
  conversation: ConversationRow,
  append: InboundAppend,
): void {
  const { current } = conversation;
  const profile = mergeProfile(current.profile, append.profile);
  conversation.current = { ...current, profile, visitorId: append.visitorId };
  conversations.change(conversation);
}

function store(
  work: Work,
  conversation: ConversationRow,
  append: InboundAppend,
): readonly number[] {
  const { now } = work.grants;
  const { identity, messages } = append;
  conversation.current = { ...conversation.current, lastMessageAt: now };
  const first = conversation.lastSequence + 1;
  if (identity !== null) {
    rememberIdentity(work.connection, conversation, identity, {
      first,
      count: messages.length,
      acceptedAt: now,
    });
  }
  return messages.map((message, index) => {
    const bytes = identity !== null && index === 0 ? digestBytes(identity.messageId) : null;
    const draft = {
      kind: "inbound",
      message,
      sender: null,
      recipientId: null,
      messageSequence: null,
    } as const;
    return enqueue(work, conversation, { ...draft, acceptedAt: now, identity: bytes });
  });
}
