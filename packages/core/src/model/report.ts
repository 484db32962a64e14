import type { FailureReason } from "./delivery.ts";
import type { Handled } from "./turn.ts";

/** Tells the agent that a message failed, and why (§7, ruling 17). */
export interface DeliveryReport extends StoredReport, Handled {}

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
