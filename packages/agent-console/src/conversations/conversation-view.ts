import { type Conversation, type Profile, visitorIdText, type VisitorEvent } from "@parley/core";
import type { MessageView } from "./message-view.ts";

/** A conversation as the console's API shows it. Events leave out the `InboxFacts`, which are each agent's own. */
export interface ConversationView extends Partial<InboxFacts> {
  readonly id: string;
  readonly channelId: string;
  /** All texts come from the visitor's side. `photo` and `url` are links only when they are http(s). */
  readonly visitor: Profile & { readonly id: string };
  /** Epoch milliseconds of the first message. Live events omit it. */
  readonly createdAt?: number;
  /** Epoch milliseconds of the latest message of either side. */
  readonly lastMessageAt: number;
  /** Name of the other agent app that answers it. Absent: the console does. */
  readonly answeredBy?: string;
  /** Absent when the message is sent separately, or when there is none. */
  readonly lastMessage?: MessageView;
}

/** What an agent sees of a conversation in the inbox. */
export interface InboxFacts {
  /** Number of the visitor's messages that the agent has not read, at most 50. */
  readonly unread: number;
  /** Id of the first of them. */
  readonly unreadFrom: string | null;
  /** When the visitor wrote the first message without an answer. Epoch milliseconds. */
  readonly waitingSince: number | null;
}

/** `answeredBy`: name of another agent app; `null`: it is the console's own. */
export function viewOfConversation(
  conversation: Conversation,
  answeredBy: string | null,
  lastMessage?: MessageView,
): ConversationView {
  return {
    id: conversation.id,
    channelId: conversation.channelId,
    visitor: { ...conversation.profile, id: visitorIdText(conversation.visitorId) },
    createdAt: conversation.createdAt,
    lastMessageAt: conversation.lastMessageAt,
    ...(answeredBy !== null && { answeredBy }),
    ...(lastMessage && { lastMessage }),
  };
}

/** Builds a conversation from a visitor's message, without the message itself. */
export function viewOfSender(event: VisitorEvent): ConversationView {
  return {
    id: event.conversationId,
    channelId: event.channelId,
    visitor: event.visitor,
    lastMessageAt: event.acceptedAt,
  };
}
