/** How likely each end of a store call is; what is left is `done`, at once. */
export interface StoreRates {
  readonly refused: number;
  readonly unknown: number;
  readonly crashBefore: number;
  readonly crashAfter: number;
  /** Calls that take some milliseconds. */
  readonly short: number;
  /** Calls that take longer than a lease. */
  readonly long: number;
  /** Of the calls that take time: how many hold up their whole node meanwhile, as a synchronous store does. */
  readonly blocking: number;
}

/** How an endpoint answers, as weights. */
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

/** How the agent app answers, as weights. */
export interface BackendWeights {
  readonly taken: number;
  readonly rejected: number;
  readonly throws: number;
  readonly hangs: number;
  /** Taken, and the answer is lost. */
  readonly "taken-lost": number;
  /** Taken, and the answer comes after the deadline. */
  readonly "taken-late": number;
}
