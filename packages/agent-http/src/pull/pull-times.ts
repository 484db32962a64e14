/** Every figure of the pull queue, in ms. */
export const pullTimes = Object.freeze({
  /** Waiting polls look for events of other nodes this often, and held calls for acknowledgements. */
  lookMs: 700,
  /** How often a held call looks before it gives up. */
  looksPerCall: 2,
  /** How long a call is held when nobody polls: it ends after the instant at which it began. */
  momentMs: 10,
  /** An app that polled or acknowledged within this time counts as there. */
  activeMs: 5_000,
  /** A lane that does not go on by then, after an acknowledgement, is told again. */
  toldAgainMs: 2_000,
  /** … and once more: a call that was under way at the acknowledgement has ended by then, and its pause is stored. */
  toldLastMs: 15_000,
  /** The pause of an event that the app has not acknowledged yet. An acknowledgement ends it. */
  pauseMs: 60 * 60_000,
  /** What is kept of an event outlives its pause, and is refreshed after each. */
  keptMs: 2 * 60 * 60_000,
  /** An erasure is handed out for this long. */
  erasedMs: 30 * 24 * 60 * 60_000,
  /** Typing that nobody asked for is dropped. */
  typingMs: 10_000,
  /** How often a node notes that it was polled. */
  noteMs: 10_000,
});
