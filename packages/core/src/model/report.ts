import type { FailureReason, Outcome } from "./delivery.ts";
import type { CallFacts } from "./turn.ts";

/** Tells the agent that a message failed, and why (§7, ruling 17). */
export interface DeliveryReport extends StoredReport, SentMessageFacts, CallFacts {}

/** What a report or a notice tells about the message itself. */
export interface SentMessageFacts {
  /** The key with which `Outbox.send` was called; `null`: none, or the message is a visitor's. */
  readonly idempotencyKey: string | null;
  /** The instance of a plugin whose key it is; `null`: of none. Keys of two instances may be equal. */
  readonly instance: string | null;
  /** Place of the delivery among the parts of its message, from 1. */
  readonly part: number;
  readonly parts: number;
  /**
   * State of an agent's message at the time of the call: it may have been sent again since. `null`: it is not kept
   * any more, or the message is a visitor's.
   */
  readonly state: Outcome | null;
}

/** A report as it is stored, as JSON, on the reports lane. */
export interface StoredReport {
  /** Id of the failed delivery (`deliveryIdOf`); the same when the report is redelivered. */
  readonly deliveryId: string;
  readonly conversationId: string;
  readonly channelId: string;
  /** Direction of the message. `inbound`: the message is a dead letter. */
  readonly direction: "inbound" | "outbound";
  /**
   * Position of the *message* in its conversation: the sequence of its first delivery, even when it was sent again.
   */
  readonly sequence: number;
  readonly reason: FailureReason;
  /** Untrusted text of the integrating system; for a dead letter, of the backend. */
  readonly description?: string;
  /** Epoch milliseconds at which the delivery failed. */
  readonly failedAt: number;
}
