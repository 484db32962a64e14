import type { ServiceIdentifier } from "inversify";

/** How much work one node does at a time. Past a limit the answer is 429 or 503, or the work stays in the store. */
export interface Bounds {
  /** Visitor messages in delivery to the agent app at a time. */
  readonly inboundLeases: number;
  /**
   * Outbound attempts in flight at a time, each on at most one socket. Idle connections and typing are not counted.
   */
  readonly outboundLeases: number;
  /** Delivery reports in delivery to the agent app at a time. */
  readonly reportLeases: number;
  /** Notices of delivered messages in delivery to the agent app at a time. */
  readonly noticeLeases: number;
  /** Outbound series in flight of one channel, so that one dead endpoint cannot use up all attempts. */
  readonly seriesPerChannel: number;
  /** New conversations of one channel per minute. Past this limit a new visitor gets 429. */
  readonly newConversationsPerMinute: number;
  /** Appends that may wait for their commit. Past this limit the answer is 503. */
  readonly waitingAppends: number;
  /** UTF-8 bytes (approximately) of the appends that may wait for their commit. */
  readonly waitingBytes: number;
  /** Due calls that one plugin may have running at a time. */
  readonly dueCalls: number;
  /** Entries that one plugin may keep in its state, on all nodes together. */
  readonly pluginEntries: number;
  /** UTF-8 bytes of their keys and values. */
  readonly pluginBytes: number;
}
export const Bounds = Symbol.for("@parley/core/Bounds") as ServiceIdentifier<Bounds>;

/** The limits of a node when the host binds no `Bounds`. */
export const defaultBounds: Bounds = Object.freeze({
  inboundLeases: 512,
  outboundLeases: 4_096,
  reportLeases: 512,
  noticeLeases: 512,
  seriesPerChannel: 128,
  newConversationsPerMinute: 6_000,
  waitingAppends: 10_000,
  waitingBytes: 64 * 1_024 * 1_024,
  dueCalls: 256,
  pluginEntries: 1_000_000,
  pluginBytes: 256 * 1_024 * 1_024,
});
