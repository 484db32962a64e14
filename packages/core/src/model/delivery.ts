/** Where a delivery stands; the same three words in every API. */
export type Outcome = "waiting" | "delivered" | "failed";

/** Why a delivery failed. One row each in `docs/errors.md`. */
export type FailureReason =
  | "rejected" // the integrating system answered with the failure shape (§4.3)
  | "timeout"
  | "unreachable" // nothing was sent: refused, no address, no TLS
  | "unreadable-answer" // sent, and the answer is no HTTP or broke off: it may have arrived
  | "forbidden-target" // the address guard said no (ruling 20)
  | "redirect"
  | "http-status" // an HTTP status that is not positive
  | "unusable-answer" // HTTP 200 without a valid positive response (ruling 14)
  | "interrupted" // the gateway was down when attempts were due (ruling 15)
  | "channel-removed"
  | "backend-rejected" // inbound: the agent app will never take this event
  | "backend-failing"; // inbound: this event alone failed ten times over ten minutes

/** What the agent is told about a failed delivery (§4.3, ruling 17). */
export interface Failure {
  readonly reason: FailureReason;
  /** The integrating system's own words: untrusted text, never markup. */
  readonly description?: string;
}

/** A message of a conversation as stores hand it out: its newest delivery decides `state`. */
export interface StoredMessage {
  /** Position in the conversation, from 1, over both directions; stable, with gaps. */
  readonly sequence: number;
  readonly direction: "inbound" | "outbound";
  /** JSON text of the wire's `message` object, as frozen at append. */
  readonly message: string;
  /** JSON text of the agent's `sender` object; `null` for inbound. */
  readonly sender: string | null;
  readonly state: Outcome;
  readonly failure: Failure | null;
  /** Epoch milliseconds of acceptance. */
  readonly acceptedAt: number;
}

/** Text form of one journey of one message: `<conversationId>.<sequence>`; also the inbound event id. */
export function deliveryIdOf(conversationId: string, sequence: number): string {
  return `${conversationId}.${sequence}`;
}
