import { type Static, Type } from "typebox";
import { Fields, Instant, orNull, Sequence, State, VisitorView } from "./fields.ts";

const about = {
  id: Type.String({ description: "Unique, and the same when the event comes again." }),
  conversationId: Type.String(),
  channelId: Type.String(),
};

const mayBeRepeat = Type.Boolean({
  description: "False only when the app has certainly never had this event.",
});

/** A visitor wrote. */
export const VisitorMessage = Type.Object(
  {
    type: Type.Literal("visitor.message"),
    ...about,
    sequence: Sequence,
    visitor: VisitorView,
    message: Fields,
    fence: Type.Integer({ description: "An answer may carry it: see POST /messages." }),
    acceptedAt: Instant,
    mayBeRepeat,
  },
  { title: "VisitorMessage" },
);
export type VisitorMessage = Static<typeof VisitorMessage>;

/** A visitor began or stopped typing. It comes once, and is not acknowledged. */
export const VisitorTyping = Type.Object(
  {
    type: Type.Literal("visitor.typing"),
    ...about,
    typing: Type.Enum(["typein", "typeout"]),
  },
  { title: "VisitorTyping" },
);
export type VisitorTyping = Static<typeof VisitorTyping>;

const sent = {
  deliveryId: Type.String(),
  sequence: Sequence,
  idempotencyKey: orNull(Type.String({ description: "The key of POST /messages." })),
  instance: orNull(Type.String({ description: "The agent app whose key it is." })),
  part: Type.Integer({ minimum: 1 }),
  parts: Type.Integer({ minimum: 1 }),
  state: orNull(State),
};

/** An agent's message was not delivered, or a visitor's was set aside. */
export const MessageReport = Type.Object(
  {
    type: Type.Literal("delivery.report"),
    ...about,
    ...sent,
    direction: Type.Enum(["inbound", "outbound"]),
    reason: Type.String(),
    description: Type.Optional(Type.String({ description: "Words of the shop: untrusted text." })),
    failedAt: Instant,
    mayBeRepeat,
  },
  { title: "DeliveryReport" },
);
export type MessageReport = Static<typeof MessageReport>;

/** An agent's message was delivered. */
export const MessageDelivered = Type.Object(
  {
    type: Type.Literal("delivery.delivered"),
    ...about,
    ...sent,
    deliveredAt: Instant,
    mayBeRepeat,
  },
  { title: "DeliveredNotice" },
);
export type MessageDelivered = Static<typeof MessageDelivered>;

const NewOwner = Type.Object({
  backend: orNull(Type.String()),
  assignee: orNull(Type.String()),
});

/** The conversation belongs to this app from now on, or no longer. */
export const OwnerChanged = Type.Object(
  {
    type: Type.Literal("conversation.owner"),
    ...about,
    isNewOwner: Type.Boolean({ description: "False: the conversation was this app's before." }),
    at: Instant,
    name: Type.String(),
    from: NewOwner,
    to: NewOwner,
    fence: Type.Integer(),
    by: Type.String(),
    why: orNull(Type.String()),
    lastSequence: Type.Integer({ description: "The newest message of the visitor before it." }),
    mayBeRepeat,
  },
  { title: "OwnerChange" },
);
export type OwnerChanged = Static<typeof OwnerChanged>;

/** The conversation was erased: delete what the app has kept of it. */
export const ConversationErased = Type.Object(
  { type: Type.Literal("conversation.erased"), ...about, mayBeRepeat },
  { title: "ConversationErased" },
);
export type ConversationErased = Static<typeof ConversationErased>;

/** What an app is told. */
export type AgentEvent =
  | VisitorMessage
  | VisitorTyping
  | MessageReport
  | MessageDelivered
  | OwnerChanged
  | ConversationErased;
/** An event that stays until the app takes it. */
export type DurableEvent = Exclude<AgentEvent, VisitorTyping>;
