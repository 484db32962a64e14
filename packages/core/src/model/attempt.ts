import type { Failure, Outcome } from "./delivery.ts";

/**
 * How one attempt ended. Outbound, all but the last three: `positive` is a valid positive response (ruling 14),
 * `failure-shape` the error of §4.3, `unusable` a status that may be positive with a body that is not,
 * `unreadable-answer` no HTTP, or half of it, after the request was written, `unreachable` and `not-sent` attempts of
 * which nothing was written. Inbound: `taken`, `rejected`, and `later` for a backend that
 * threw or said nothing for 10 s.
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

/** What is remembered of one attempt. */
export interface AttemptRecord {
  /** From 1; on the outbound lane the number of the tick (ruling 15). */
  readonly attempt: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly outcome: AttemptOutcome;
  /** HTTP status of the answer, when there was one. */
  readonly status?: number;
  /** What the other side said: untrusted text of at most 1000 code points, absent where its code is hidden (ruling 17). */
  readonly description?: string;
}

/** One journey of one message, with what became of every attempt. */
export interface Delivery {
  /** `deliveryIdOf(conversationId, sequence)`. */
  readonly id: string;
  readonly conversationId: string;
  readonly sequence: number;
  /** Sequence of the message's first delivery; equals `sequence` unless it was sent again. */
  readonly messageSequence: number;
  readonly channelId: string;
  readonly kind: "inbound" | "outbound";
  readonly state: Outcome;
  readonly failure: Failure | null;
  /** Epoch milliseconds at which the message was accepted: sending again does not change it. */
  readonly acceptedAt: number;
  /**
   * Those that are known to have ended, oldest first: outbound all of them (at most 3), inbound the newest 10. A crash
   * loses the record of the attempt that was under way, as does an attempt that was given up.
   */
  readonly attempts: readonly AttemptRecord[];
  /** Number of the newest attempt known to have begun; 0 while there was none. */
  readonly attempt: number;
  /**
   * Epoch milliseconds from which the next attempt is due; `null` while one is under way, behind other deliveries,
   * while its channel has no room for it, after the last attempt, and once settled.
   */
  readonly nextAttemptAt: number | null;
}
