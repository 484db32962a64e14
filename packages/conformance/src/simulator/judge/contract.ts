/**
 * The numbers of the contract, independent of the engine's constants. Otherwise a wrong constant would pass every
 * check.
 */
export const contract = Object.freeze({
  /** §6: time between attempts. The error event follows the last attempt by the same time. */
  tickMs: 3_000,
  attempts: 3,
  /** A channel's change counts on every node within this time. */
  channelMs: 1_000,
  /** Ruling 11: how long a client's retry is recognised. */
  repeatMs: 60_000,
  /** Maximum duration of a call of the agent app; its lease lasts a second longer. */
  backendMs: 10_000,
  takeoverMs: 1_000,
  /** Ruling 21: when an event is at fault and not the backend. */
  blamedAttempts: 10,
  blamedMs: 600_000,
  /** The pause that an agent app asks for: its bounds, and its length when the app does not say. */
  shortestPauseMs: 1_000,
  longestPauseMs: 3_600_000,
  unsaidPauseMs: 10_000,
  /** A pause of the whole agent app, and `ready()`, count on every node within this time. */
  pausedEverywhereMs: 1_000,
  /** Calls of each kind that a node may make at a time, to find out whether a pause is over. */
  fewCalls: 3,
  /** A notice is dropped after this many failures. */
  noticeFailures: 3,
  /** A longer gap between two turns is a standstill. */
  standstillMs: 1_000,
});
