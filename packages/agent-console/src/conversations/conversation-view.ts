import { type Conversation, type Profile, visitorIdText, type VisitorEvent } from "@parley/core";
import type { MessageView } from "./message-view.ts";

/** A conversation as the console's API shows it. */
export interface ConversationView {
  readonly id: string;
  readonly channelId: string;
  /** All of it is text of the visitor's side; `photo` and `url` are links only when they are http(s). */
  readonly visitor: Profile & { readonly id: string };
  /** Epoch milliseconds of the latest message of either side. */
  readonly lastMessageAt: number;
  /** The latest message; absent when it is told otherwise, or there is none. */
  readonly lastMessage?: MessageView;
}

export function viewOfConversation(
  conversation: Conversation,
  lastMessage?: MessageView,
): ConversationView {
  return {
    id: conversation.id,
    channelId: conversation.channelId,
    visitor: { ...conversation.profile, id: visitorIdText(conversation.visitorId) },
    lastMessageAt: conversation.lastMessageAt,
    ...(lastMessage && { lastMessage }),
  };
}

/** What a visitor's message says about its conversation, but for the message itself. */
export function viewOfSender(event: VisitorEvent): ConversationView {
  return {
    id: event.conversationId,
    channelId: event.channelId,
    visitor: event.visitor,
    lastMessageAt: event.acceptedAt,
  };
}
