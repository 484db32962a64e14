import type { Failure, Outcome } from "./delivery.ts";

/**
 * How one attempt ended. Outbound:
 * - `positive`: a valid positive response (ruling 14).
 * - `failure-shape`: the error of §4.3.
 * - `unusable`: the status may be positive, but the body is not.
 * - `unreadable-answer`: the request was written, and the answer is no HTTP or incomplete.
 * - `unreachable`, `not-sent`: nothing was written.
 * Inbound: `taken`, `rejected`, or `later`: the backend threw, or did not answer for 10 s. The attempt failed, and another
 * follows. This is not the receipt `later`, which is no attempt and has no record.
 */
export type AttemptOutcome =
  | "positive"
  | "failure-shape"
  | "redirect"
  | "http-status"
  | "unusable"
  | "timeout"
  | "unreachable"
  | "unreadable-answer"
  | "forbidden-target"
  | "not-sent"
  | "taken"
  | "rejected"
  | "later";

/** The record of one attempt. */
export interface AttemptRecord {
  /** Counts from 1; on the outbound lane the number of the tick (ruling 15). */
  readonly attempt: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly outcome: AttemptOutcome;
  /** HTTP status of the answer, when there was one. */
  readonly status?: number;
  /**
   * The other side's own words: untrusted text of at most 1000 code points. Absent when its code is hidden (ruling
   * 17).
   */
  readonly description?: string;
}

/** One delivery of one message, with the outcome of every attempt. */
export interface Delivery {
  /** `deliveryIdOf(conversationId, sequence)`. */
  readonly id: string;
  readonly conversationId: string;
  readonly sequence: number;
  /** Sequence of the message's first delivery; equals `sequence` unless the message was sent again. */
  readonly messageSequence: number;
  readonly channelId: string;
  readonly kind: "inbound" | "outbound";
  readonly state: Outcome;
  readonly failure: Failure | null;
  /** Epoch milliseconds at which the message was accepted. Sending it again does not change it. */
  readonly acceptedAt: number;
  /**
   * Attempts that are known to have ended, oldest first. Outbound: all of them, at most 3. Inbound: the newest 10.
   * The record of an attempt is lost when the gateway crashes during it, or when the attempt is given up.
   */
  readonly attempts: readonly AttemptRecord[];
  /** Number of the newest attempt known to have begun; 0 before the first. */
  readonly attempt: number;
  /**
   * Epoch milliseconds at which the next attempt is due.
   * `null` while an attempt is running, while other deliveries are ahead of it, while its channel is at its limit,
   * after the last attempt, and once settled.
   */
  readonly nextAttemptAt: number | null;
}
