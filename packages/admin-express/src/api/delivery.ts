import { type Static, Type } from "typebox";
import { ChannelId, Count, Instant, orNull } from "./fields.ts";
import { Next, PageQuery } from "./page.ts";

/** State of a delivery. */
export const DeliveryState = Type.Enum(["waiting", "delivered", "failed"]);

/** Why a delivery failed. */
export const FailureView = Type.Object(
  {
    reason: Type.String({ description: "One of `docs/errors.md`." }),
    description: Type.Optional(
      Type.String({ description: "The integrating system's own words: untrusted text." }),
    ),
  },
  { title: "Failure" },
);
export type FailureView = Static<typeof FailureView>;

/** One delivery attempt and its answer. */
export const AttemptView = Type.Object(
  {
    attempt: Type.Integer({ minimum: 1 }),
    startedAt: Instant,
    durationMs: Type.Number({ minimum: 0 }),
    outcome: Type.Enum([
      "positive",
      "failure-shape",
      "redirect",
      "http-status",
      "unusable",
      "timeout",
      "unreachable",
      "unreadable-answer",
      "forbidden-target",
      "not-sent",
      "taken",
      "rejected",
      "later",
    ]),
    status: Type.Optional(Type.Integer({ description: "HTTP status of the answer." })),
    description: Type.Optional(Type.String({ description: "Untrusted text of the other side." })),
  },
  { title: "Attempt" },
);
export type AttemptView = Static<typeof AttemptView>;

/** One delivery of one message. */
export const DeliveryView = Type.Object(
  {
    id: Type.String({ description: "<conversationId>.<sequence>" }),
    conversationId: Type.String(),
    sequence: Type.Integer({ minimum: 1 }),
    messageSequence: Type.Integer({ minimum: 1 }),
    channelId: ChannelId,
    kind: Type.Enum(["inbound", "outbound"]),
    state: DeliveryState,
    failure: orNull(FailureView),
    acceptedAt: Instant,
    attempts: Type.Array(AttemptView, {
      description: "Oldest first; outbound all of them, inbound the newest ten.",
    }),
    attempt: Type.Integer({ minimum: 0, description: "Number of attempts begun." }),
    nextAttemptAt: orNull(Instant),
  },
  { title: "Delivery" },
);
export type DeliveryView = Static<typeof DeliveryView>;

export const DeliveryList = Type.Object(
  { deliveries: Type.Array(DeliveryView), next: Next },
  { title: "DeliveryList" },
);
export type DeliveryList = Static<typeof DeliveryList>;

/** Either `state`, optionally with `kind` and `channel`, or `conversation`. */
export const DeliveryListQuery = Type.Object(
  {
    ...PageQuery.properties,
    state: Type.Optional(Type.Enum(["waiting", "failed"])),
    kind: Type.Optional(Type.Enum(["inbound", "outbound"])),
    channel: Type.Optional(ChannelId),
    conversation: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
  },
  { additionalProperties: false },
);
export type DeliveryListQuery = Static<typeof DeliveryListQuery>;

/** The new delivery of a message that is sent again. */
export const RetryAccepted = Type.Object(
  { deliveryId: Type.String({ description: "<conversationId>.<sequence>" }) },
  { title: "RetryAccepted" },
);
export type RetryAccepted = Static<typeof RetryAccepted>;

/** A visitor's message that was set aside because the agent app cannot process it. */
export const DeadLetterView = Type.Object(
  {
    conversationId: Type.String(),
    channelId: ChannelId,
    sequence: Count,
    failure: FailureView,
    acceptedAt: Instant,
  },
  { title: "DeadLetter" },
);
export type DeadLetterView = Static<typeof DeadLetterView>;

export const DeadLetterList = Type.Object(
  { deadLetters: Type.Array(DeadLetterView, { description: "Newest first." }), next: Next },
  { title: "DeadLetterList" },
);
export type DeadLetterList = Static<typeof DeadLetterList>;

/** The operation has started. */
export const Accepted = Type.Object({ result: Type.Literal("ok") }, { title: "Accepted" });
export type Accepted = Static<typeof Accepted>;
