/** One reading of the database's clock. Our monotonic clock gives the instants of request and answer. */
export interface TimeSample {
  readonly sentAt: number;
  readonly answeredAt: number;
  /** Epoch milliseconds. */
  readonly databaseAt: number;
}

/** With a larger error the node leases nothing: its instants would differ too much from other nodes'. */
const errorLimitMs = 250;
/** A clock that is ahead runs at this speed, instead of jumping back. */
const slewRate = 0.5;

/**
 * The database's time, continued by a monotonic clock between readings. It never runs backwards. When it is behind, it
 * jumps ahead. When it is ahead, it runs slower until the database has caught up.
 */
export class AnchoredTime {
  readonly #monotonic: () => number;
  #offset: number;
  #uncertainty: number;
  #last: number;
  #lastAt: number;

  /** `samples`: at least one. The one with the shortest round trip is used. */
  constructor(monotonic: () => number, samples: readonly TimeSample[]) {
    const best = bestOf(samples);
    this.#monotonic = monotonic;
    this.#offset = offsetOf(best);
    this.#uncertainty = uncertaintyOf(best);
    this.#lastAt = monotonic();
    this.#last = this.#offset + this.#lastAt;
  }

  /** Whole epoch milliseconds. */
  now(): number {
    const at = this.#monotonic();
    const slewed = this.#last + (at - this.#lastAt) * slewRate;
    this.#last = Math.max(this.#offset + at, slewed);
    this.#lastAt = at;
    return Math.floor(this.#last);
  }

  /** Ignores a difference that the round trip can explain. */
  correct(samples: readonly TimeSample[]): void {
    const best = bestOf(samples);
    this.now();
    this.#uncertainty = uncertaintyOf(best);
    if (Math.abs(offsetOf(best) - this.#offset) > this.#uncertainty) this.#offset = offsetOf(best);
  }

  /** Maximum difference between `now` and the database's time. */
  get errorMs(): number {
    this.now();
    return Math.abs(this.#last - (this.#offset + this.#lastAt)) + this.#uncertainty;
  }

  /** Whether this node's instants can be compared with other nodes'. */
  get isTrusted(): boolean {
    return this.errorMs <= errorLimitMs;
  }
}

function bestOf(samples: readonly TimeSample[]): TimeSample {
  const [best] = [...samples].sort((a, b) => uncertaintyOf(a) - uncertaintyOf(b));
  if (best === undefined) throw new Error("time is anchored to at least one sample");
  return best;
}

function offsetOf({ sentAt, answeredAt, databaseAt }: TimeSample): number {
  return databaseAt - (sentAt + answeredAt) / 2;
}

function uncertaintyOf({ sentAt, answeredAt }: TimeSample): number {
  return (answeredAt - sentAt) / 2;
}
