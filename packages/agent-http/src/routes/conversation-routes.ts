import {
  type Conversation,
  type Conversations,
  refuse,
  type StoredMessage,
  visitorIdText,
} from "@parley/core";
import { Type } from "typebox";
import { Fields, Instant, orNull, Sequence, State, VisitorView } from "../events/fields.ts";
import { answered, refused, type Route, route } from "./route.ts";

const ConversationView = Type.Object(
  {
    id: Type.String(),
    channelId: Type.String(),
    visitor: VisitorView,
    assignee: orNull(Type.String()),
    fence: Type.Integer({ minimum: 0 }),
    createdAt: Instant,
    lastMessageAt: Instant,
  },
  { title: "Conversation" },
);

const MessageView = Type.Object(
  {
    sequence: Sequence,
    direction: Type.Enum(["inbound", "outbound"], { description: "inbound: the visitor wrote." }),
    message: Fields,
    sender: orNull(Fields),
    state: State,
    failure: orNull(
      Type.Object({ reason: Type.String(), description: Type.Optional(Type.String()) }),
    ),
    acceptedAt: Instant,
  },
  { title: "Message" },
);

const MessageList = Type.Object(
  {
    messages: Type.Array(MessageView, { description: "Oldest first within the page." }),
    next: orNull(Type.String({ description: "`before` of the page with older messages." })),
  },
  { title: "MessageList" },
);

const usualLimit = 50;

const PageQuery = Type.Object(
  {
    before: Type.Optional(Type.String({ pattern: "^[1-9][0-9]{0,14}$" })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: usualLimit })),
  },
  { additionalProperties: false },
);

/** What the app may read: its own conversations. */
export function conversationRoutes(conversations: Conversations): readonly Route[] {
  return [
    route({
      id: "showConversation",
      method: "GET",
      path: "/conversations/{id}",
      summary: "The visitor and the owner of a conversation.",
      answers: [{ status: 200, description: "The conversation.", schema: ConversationView }],
      refusals: ["unknownConversation"],
      handle: async ({ conversationId }) => {
        const conversation = await conversations.find(conversationId);
        if (conversation === null) return refused(refuse("unknownConversation"));
        return answered(200, conversationView(conversation));
      },
    }),
    route({
      id: "listMessages",
      method: "GET",
      path: "/conversations/{id}/messages",
      summary: "The newest messages of a conversation, or those before a page.",
      query: PageQuery,
      answers: [{ status: 200, description: "A page of messages.", schema: MessageList }],
      refusals: ["unknownConversation"],
      handle: async ({ conversationId, query: { before = null, limit = usualLimit } }) => {
        if ((await conversations.find(conversationId)) === null)
          return refused(refuse("unknownConversation"));
        const { items, next } = await conversations.messages(conversationId, { before, limit });
        return answered(200, { messages: items.map(messageView), next });
      },
    }),
  ];
}

function conversationView(conversation: Conversation): object {
  const { id, channelId, profile, visitorId, owner, createdAt, lastMessageAt } = conversation;
  const visitor = { ...profile, id: visitorIdText(visitorId) };
  const { assignee, fence } = owner;
  return { id, channelId, visitor, assignee, fence, createdAt, lastMessageAt };
}

function messageView(stored: StoredMessage): object {
  const { sequence, direction, message, sender, state, failure, acceptedAt } = stored;
  const from: unknown = sender === null ? null : JSON.parse(sender);
  return {
    sequence,
    direction,
    message: JSON.parse(message) as unknown,
    sender: from,
    state,
    failure,
    acceptedAt,
  };
}
