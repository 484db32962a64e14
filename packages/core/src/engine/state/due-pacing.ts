/** Every figure of due calls, in ms. */
export const duePacing = Object.freeze({
  /** A claim that is not renewed ends after this time. With `pollMs` another node calls within 5 s. */
  claimMs: 4_000,
  /** A running call's claim is renewed this often. */
  renewMs: 1_000,
  /** A call is aborted after this time. */
  callMs: 600_000,
  /** A call that does not heed its signal delays the next one of its entry by at most this long. */
  settleMs: 300_000,
  /** How often a store that other nodes use is asked for due entries. */
  pollMs: 1_000,
  /** How often another store is asked, in case the clock was changed. */
  idleMs: 30_000,
  /** Due entries that were not claimed are asked for again after this time. */
  contendedMs: 25,
  /** After a failure of the store. */
  failedMs: 1_000,
  /** The end of a call that the store did not take is offered again after this time. */
  endAgainMs: 250,
});
