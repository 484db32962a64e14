/** Every figure that decides how much the engine writes at once and how long it waits for more. Times in ms. */
export const pacing = Object.freeze({
  /** A commit takes at most this many messages, and as many verdicts, so that its answers come soon. */
  batchLimit: 1_000,

  /** One commit takes values of plugins up to this size, in UTF-16 code units, so that it is short. */
  stateUnits: 1_000_000,

  /** A local commit waits for the next turn of the event loop while each brings more items, for this many turns. */
  gatherTurns: 16,
  /** And no turn more after this time. */
  gatherMs: 6,
  /** A local commit of this many items starts at once. */
  gatherSize: 400,

  /** A remote commit of at least this many items shows that many callers are busy, so the next one may wait for more. */
  busySize: 16,
  /** A remote commit that takes longer than this shows that the store is busy; the next one waits for the difference. */
  usualCommitMs: 5,
  /** The longest of these waits. */
  longestRestMs: 6,
  /** A remote commit of this many items gains little by waiting, so it starts at once. */
  fullSize: 100,

  /** `retry` verdicts wait this long for others, because their lanes are not due for a while. */
  retriesGatherMs: 10,
  /** A commit takes fewer retries than messages, because a visitor's commit waits for the lanes that it has locked. */
  retriesLimit: 200,

  /** A remote store is asked for due lanes at most this often; lanes that fall due meanwhile are claimed together. */
  claimsApartMs: 10,
  /** Without any event the store is asked this often: for work of other nodes and leases that a failed commit lost. */
  pollMs: 1_000,
  /** Notices of other nodes that arrive within this time cause one claim. */
  noticeMs: 2,
  /** A due lane that was not granted, because another node holds it, is claimed again after this time. */
  contendedMs: 25,
  /** After a failure of the store the next claim follows after this time. */
  failedMs: 250,
  /** A claim waits for verdicts that have waited this long, or it would take over the lanes that they settle. */
  slowVerdictMs: 250,

  /**
   * An append of a locked lane is tried for this long. A sender gets an answer within a second (the outage harness
   * measures that), and the last try needs time, too: PostgreSQL waits 260 ms for locks at most.
   */
  lockedMs: 500,
  /** Pause between two tries: a store that does not wait for locks would be asked in a busy loop. */
  lockedPauseMs: 10,
  /** A try takes at most this many appends, each of another lane. */
  lockedLimit: 200,

  /** A verdict that the store did not take is offered again after this time. */
  unsettledPauseMs: 250,
});
