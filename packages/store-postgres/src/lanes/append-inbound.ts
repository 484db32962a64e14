import { type AppendResult, type Conversation, type InboundAppend } from "@parley/core";
import { mergeProfile } from "@parley/core/sql-store";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { digestBytes } from "../rows/identities.ts";
import { chooseOwner } from "./append-owner.ts";
import { enqueue, type Work } from "./lanes.ts";

/** Stores a visitor's message. Updates the visitor's profile even when the message is a repeat. */
export function appendInbound(work: Work, append: InboundAppend): AppendResult {
  const { conversations, grants, identities } = work;
  const known = conversations.byVisitor(append.channelKey, append.visitorKey);
  if (known === undefined && !append.mayCreate)
    return { status: "refused", refusal: "conversation-limit" };
  const conversation = known ?? conversations.create(append);
  const before = conversation.current;
  learn(work, conversation, append);

  const conversationId = conversation.current.id;
  const { identity } = append;
  const repeat =
    identity === null ? null : identities.findRepeat(conversation, identity, grants.now);
  if (repeat !== null) {
    if (differ(before, conversation.current)) conversations.changeProfileOnly(conversation);
    return { status: "repeated", conversationId, sequences: repeat, created: false };
  }

  chooseOwner(work, conversation, append.backend);
  const sequences = store(work, conversation, append);
  return { status: "stored", conversationId, sequences, created: known === undefined };
}

function differ(before: Conversation, after: Conversation): boolean {
  return (
    before.visitorId !== after.visitorId ||
    JSON.stringify(before.profile) !== JSON.stringify(after.profile)
  );
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
  if (identity !== null) {
    const stored = {
      first: conversation.lastSequence + 1,
      count: messages.length,
      acceptedAt: now,
    };
    work.identities.remember(conversation, identity, stored);
  }
  return messages.map((message, index) => {
    const bytes = identity !== null && index === 0 ? digestBytes(identity.messageId) : null;
    const draft = {
      kind: "inbound",
      backend: null,
      message,
      sender: null,
      recipientId: null,
      messageSequence: null,
    } as const;
    return enqueue(work, conversation, { ...draft, acceptedAt: now, identity: bytes });
  });
}
