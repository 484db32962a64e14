/**
 * The contract's own numbers, written down once more: a check that asked the engine for them would agree with whatever
 * the engine makes of them.
 */
export const contract = Object.freeze({
  /** §6: attempts start this far apart, and the error event comes after as many of these as there are attempts. */
  tickMs: 3_000,
  attempts: 3,
  /** A change of a channel counts on every node within this. */
  channelMs: 1_000,
  /** Ruling 11: a client's own retry is recognised for so long. */
  repeatMs: 60_000,
  /** A call of the agent app may take this long; its lease lasts a second more. */
  backendMs: 10_000,
  takeoverMs: 1_000,
  /** Ruling 21: when one event alone is to blame. */
  blamedAttempts: 10,
  blamedMs: 600_000,
  /** A turn that finds more than this gone has stood still. */
  standstillMs: 1_000,
});
