/** State of a delivery; every API uses these three words. */
export type Outcome = "waiting" | "delivered" | "failed";

/** Why a delivery failed. Each reason has one row in `docs/errors.md`. */
export type FailureReason =
  | "rejected" // the integrating system answered with the failure shape (§4.3)
  | "timeout"
  | "unreachable" // nothing was sent: connection refused, no address, no TLS
  | "unreadable-answer" // the request was sent and may have arrived: the answer is no HTTP or incomplete
  | "forbidden-target" // the address guard forbids the target (ruling 20)
  | "redirect"
  | "http-status" // an HTTP status that is not positive
  | "unusable-answer" // HTTP 200 without a valid positive response (ruling 14)
  | "interrupted" // the gateway was down when attempts were due (ruling 15)
  | "channel-removed"
  | "backend-rejected" // inbound: the agent app can never take this event
  | "backend-failing"; // inbound: this event alone failed ten times over ten minutes

/** The failure as the agent sees it (§4.3, ruling 17). */
export interface Failure {
  readonly reason: FailureReason;
  /** The integrating system's own words: untrusted text, never markup. */
  readonly description?: string;
}

/** A message of a conversation, as stores return it. Its newest delivery decides `state`. */
export interface StoredMessage {
  /** Position in the conversation, counted from 1 over both directions; never changes, may have gaps. */
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

/** Id of one delivery of one message: `<conversationId>.<sequence>`. Also the id of the inbound event. */
export function deliveryIdOf(conversationId: string, sequence: number): string {
  return `${conversationId}.${sequence}`;
}
