import type { ServiceIdentifier } from "inversify";

/** How much one node does at a time. Past a bound the answer is 429 or 503, or the work stays in the store. */
export interface Bounds {
  /** Visitor messages on their way to the agent app at once. */
  readonly inboundLeases: number;
  /** Outbound attempts in flight at once, each on one socket at most; idle connections and typing come on top. */
  readonly outboundLeases: number;
  /** Delivery reports on their way to the agent app at once. */
  readonly reportLeases: number;
  /** Outbound series one channel may have in flight: one dead endpoint takes no more than this. */
  readonly seriesPerChannel: number;
  /** Conversations that visitors of one channel may open per minute; past it a new visitor gets 429. */
  readonly newConversationsPerMinute: number;
  /** Appends that may wait for their commit; past it the answer is 503. */
  readonly waitingAppends: number;
  /** UTF-8 bytes (approximately) of appends that may wait for their commit. */
  readonly waitingBytes: number;
}
export const Bounds = Symbol.for("@parley/core/Bounds") as ServiceIdentifier<Bounds>;

export const defaultBounds: Bounds = Object.freeze({
  inboundLeases: 512,
  outboundLeases: 4_096,
  reportLeases: 512,
  seriesPerChannel: 128,
  newConversationsPerMinute: 6_000,
  waitingAppends: 10_000,
  waitingBytes: 64 * 1_024 * 1_024,
});
