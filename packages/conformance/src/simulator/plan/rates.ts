/** Probabilities of the ends of a store call. The rest is `done` at once. */
export interface StoreRates {
  readonly refused: number;
  readonly unknown: number;
  readonly crashBefore: number;
  readonly crashAfter: number;
  /** Calls that take some milliseconds. */
  readonly short: number;
  /** Calls that take longer than a lease. */
  readonly long: number;
  /**
   * Share of the slow calls that block their whole node. A local store always blocks; with a remote store the node
   * pauses during the call.
   */
  readonly blocking: number;
  /** Commits that cannot store the items of one conversation, as when its lock is held. */
  readonly leftOut: number;
}

/** Weights of an endpoint's answers. */
export interface PostWeights {
  readonly positive: number;
  readonly "not-sent": number;
  readonly received: number;
  readonly "reply-lost": number;
  readonly slow: number;
  readonly dripping: number;
  readonly "failure-shape": number;
  readonly "failure-status": number;
  readonly redirect: number;
  readonly garbage: number;
  readonly "http-status": number;
  readonly unreachable: number;
  readonly "forbidden-target": number;
}

/** Weights of the agent app's answers. */
export interface BackendWeights {
  readonly taken: number;
  readonly rejected: number;
  readonly throws: number;
  readonly hangs: number;
  /** The event is taken, and the answer is lost. */
  readonly "taken-lost": number;
  /** The event is taken, and the answer comes after the deadline. */
  readonly "taken-late": number;
  /** A pause of the event. */
  readonly later: number;
  /** A pause of the whole agent app. */
  readonly "all-later": number;
}

/** A store without faults. */
export const soundStore: StoreRates = Object.freeze({
  refused: 0,
  unknown: 0,
  crashBefore: 0,
  crashAfter: 0,
  short: 0,
  long: 0,
  blocking: 0,
  leftOut: 0,
});

/** An endpoint without faults. */
export const soundPosts: PostWeights = Object.freeze({
  positive: 1,
  "not-sent": 0,
  received: 0,
  "reply-lost": 0,
  slow: 0,
  dripping: 0,
  "failure-shape": 0,
  "failure-status": 0,
  redirect: 0,
  garbage: 0,
  "http-status": 0,
  unreachable: 0,
  "forbidden-target": 0,
});

/** An agent app without faults. */
export const soundBackend: BackendWeights = Object.freeze({
  taken: 1,
  rejected: 0,
  throws: 0,
  hangs: 0,
  "taken-lost": 0,
  "taken-late": 0,
  later: 0,
  "all-later": 0,
});

/** The good end first. */
export const postEnds = Object.keys(soundPosts) as readonly (keyof PostWeights)[];
export const backendEnds = Object.keys(soundBackend) as readonly (keyof BackendWeights)[];
