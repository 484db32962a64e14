import type { FailureReason } from "./delivery.ts";

/** Tells the agent that a message failed, and why (§7, ruling 17). Stored as JSON on the reports lane. */
export interface DeliveryReport {
  /** The failed delivery, `deliveryIdOf`; stable over redelivery of the report. */
  readonly deliveryId: string;
  readonly conversationId: string;
  readonly channelId: string;
  /** Which way the message was going: `inbound` is a dead letter. */
  readonly direction: "inbound" | "outbound";
  /** Position of the *message* in its conversation: of the first delivery when it was sent again. */
  readonly sequence: number;
  readonly reason: FailureReason;
  /** Untrusted text of the integrating system, or of the backend for a dead letter. */
  readonly description?: string;
  /** Epoch milliseconds at which the delivery failed. */
  readonly failedAt: number;
}
