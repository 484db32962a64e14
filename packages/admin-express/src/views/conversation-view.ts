import type { Conversation, StoredMessage } from "@parley/core";
import type { ConversationView, MessageView } from "../api/conversation.ts";
import type { Shown } from "../operation.ts";

export function conversationViewOf(conversation: Conversation): Shown<ConversationView> {
  const { id, channelId, visitorId, profile, owner, createdAt, lastMessageAt } = conversation;
  return { id, channelId, visitorId, profile, owner, createdAt, lastMessageAt };
}

export function messageViewOf(stored: StoredMessage): Shown<MessageView> {
  const { sequence, direction, state, failure, acceptedAt } = stored;
  const sender = stored.sender === null ? null : fieldsOf(stored.sender);
  return {
    sequence,
    direction,
    message: fieldsOf(stored.message),
    sender,
    state,
    failure,
    acceptedAt,
  };
}

function fieldsOf(json: string): Record<string, unknown> {
  return JSON.parse(json) as Record<string, unknown>;
}
