import { type Static, Type } from "typebox";
import { DeliveryState, FailureView } from "./delivery.ts";
import { ChannelId, Count, Instant, orNull } from "./fields.ts";
import { OwnerView, ownerQuery } from "./owner.ts";
import { Next, PageQuery } from "./page.ts";

/** The visitor's profile from the client: untrusted text. */
const ProfileView = Type.Object(
  {
    name: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    photo: Type.Optional(Type.String()),
    invite: Type.Optional(Type.String()),
    url: Type.Optional(Type.String()),
  },
  { title: "Profile" },
);

/** One visitor on one channel. */
export const ConversationView = Type.Object(
  {
    id: Type.String(),
    channelId: ChannelId,
    visitorId: Type.String({
      description: "JSON text of `sender.id` in the visitor's latest message.",
    }),
    profile: ProfileView,
    owner: OwnerView,
    createdAt: Instant,
    lastMessageAt: Instant,
  },
  { title: "Conversation" },
);
export type ConversationView = Static<typeof ConversationView>;

/** A message in either direction. */
export const MessageView = Type.Object(
  {
    sequence: Type.Integer({ minimum: 1, description: "Place in the conversation." }),
    direction: Type.Enum(["inbound", "outbound"]),
    message: Type.Record(Type.String(), Type.Unknown(), {
      description: "The wire's `message` object: `type` and the fields of its type.",
    }),
    sender: orNull(
      Type.Record(Type.String(), Type.Unknown(), {
        description: "The agent as sent to the integrating system; null for visitors.",
      }),
    ),
    state: DeliveryState,
    failure: orNull(FailureView),
    acceptedAt: Instant,
  },
  { title: "Message" },
);
export type MessageView = Static<typeof MessageView>;

const visitor = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    'The visitor\'s `sender.id`, as plain text or as a JSON string: 42 and "42" are the same visitor.',
});

export const ConversationList = Type.Object(
  {
    conversations: Type.Array(ConversationView, {
      description:
        "Newest activity first. With a filter, a page may hold fewer items than `limit`.",
    }),
    next: Next,
  },
  { title: "ConversationList" },
);
export type ConversationList = Static<typeof ConversationList>;

/** `visitor` needs `channel`. */
export const ConversationListQuery = Type.Object(
  {
    ...PageQuery.properties,
    channel: Type.Optional(ChannelId),
    visitor: Type.Optional(visitor),
    ...ownerQuery,
  },
  { additionalProperties: false },
);
export type ConversationListQuery = Static<typeof ConversationListQuery>;

export const MessageList = Type.Object(
  {
    messages: Type.Array(MessageView, {
      description: "The newest before the cursor, oldest first within the page.",
    }),
    next: Next,
  },
  { title: "MessageList" },
);
export type MessageList = Static<typeof MessageList>;

/** The visitor to erase. It is in the body, since proxies log addresses. */
export const VisitorRequest = Type.Object(
  { channel: ChannelId, visitor },
  { additionalProperties: false, title: "VisitorRequest" },
);
export type VisitorRequest = Static<typeof VisitorRequest>;

/** Number of erased conversations. */
export const Erased = Type.Object({ erased: Count }, { title: "Erased" });
export type Erased = Static<typeof Erased>;
