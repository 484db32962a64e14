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
  /** Number of its backend (`BackendNames`); `null`: it has no owner. */
  readonly backend: number | null;
  readonly assignee: string | null;
  readonly fence: number;
}

/** The conversation in a row. `nameOf`: the name of a backend's number. */
export function conversationOf(
  columns: ConversationColumns,
  nameOf: (backend: number) => string,
): Conversation {
  const { id, channelKey, channelId, visitorKey, visitorId, createdAt, lastMessageAt } = columns;
  const profile = JSON.parse(columns.profile) as Conversation["profile"];
  const { backend, assignee, fence } = columns;
  const owner = { backend: backend === null ? null : nameOf(backend), assignee, fence };
  const times = { createdAt, lastMessageAt };
  return { id, channelKey, channelId, visitorKey, visitorId, profile, ...times, owner };
}
