import type { Conversation } from "../model/conversation.ts";

/** A conversation's row, joined with the row of its channel key. */
export interface ConversationColumns {
  readonly number: number;
  readonly channel: number;
  readonly lastSequence: number;
  readonly id: string;
  readonly channelKey: string;
  readonly channelId: string;
  readonly visitorKey: string;
  readonly visitorId: string;
  readonly profile: string;
  readonly createdAt: number;
  readonly lastMessageAt: number;
}

/** The conversation in a row. */
export function conversationOf(columns: ConversationColumns): Conversation {
  const { id, channelKey, channelId, visitorKey, visitorId, createdAt, lastMessageAt } = columns;
  const profile = JSON.parse(columns.profile) as Conversation["profile"];
  return { id, channelKey, channelId, visitorKey, visitorId, profile, createdAt, lastMessageAt };
}
