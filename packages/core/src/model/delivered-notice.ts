import type { SentMessageFacts } from "./report.ts";
import type { CallFacts } from "./turn.ts";

/** Tells the agent app that an agent's message was delivered. */
export interface DeliveredNotice extends StoredNotice, SentMessageFacts, CallFacts {}

/** A notice as it is stored, as JSON, on the notices lane. */
export interface StoredNotice {
  /** Id of the delivery (`deliveryIdOf`); the same when the notice is sent again. */
  readonly deliveryId: string;
  readonly conversationId: string;
  readonly channelId: string;
  /** Position of the *message* in its conversation: the sequence of its first delivery, even when it was sent again. */
  readonly sequence: number;
  /** Epoch milliseconds at which the integrating system acknowledged it. */
  readonly deliveredAt: number;
}
