/** One look at the database's clock: sent and answered by our monotonic clock, in between read by its own. */
export interface TimeSample {
  readonly sentAt: number;
  readonly answeredAt: number;
  /** Epoch milliseconds. */
  readonly databaseAt: number;
}

/** Past this a node's instants are too far from those of others for it to lease anything. */
const errorLimitMs = 250;
/** While it is ahead, time runs this much slower instead of backwards. */
const slewRate = 0.5;

/**
 * The database's time, told by a monotonic clock in between. It never runs backwards: found behind it steps ahead,
 * found ahead it runs slower until the database has caught up.
 */
export class AnchoredTime {
  readonly #monotonic: () => number;
  #offset: number;
  #uncertainty: number;
  #last: number;
  #lastAt: number;

  /** `samples`: at least one; the one with the shortest way there and back counts. */
  constructor(monotonic: () => number, samples: readonly TimeSample[]) {
    const best = bestOf(samples);
    this.#monotonic = monotonic;
    this.#offset = offsetOf(best);
    this.#uncertainty = uncertaintyOf(best);
    this.#lastAt = monotonic();
    this.#last = this.#offset + this.#lastAt;
  }

  /** Epoch milliseconds, whole ones. */
  now(): number {
    const at = this.#monotonic();
    const slewed = this.#last + (at - this.#lastAt) * slewRate;
    this.#last = Math.max(this.#offset + at, slewed);
    this.#lastAt = at;
    return Math.floor(this.#last);
  }

  /** A difference that the way there and back explains is none. */
  correct(samples: readonly TimeSample[]): void {
    const best = bestOf(samples);
    this.now();
    this.#uncertainty = uncertaintyOf(best);
    if (Math.abs(offsetOf(best) - this.#offset) > this.#uncertainty) this.#offset = offsetOf(best);
  }

  /** How far `now` may be from the database's time. */
  get errorMs(): number {
    this.now();
    return Math.abs(this.#last - (this.#offset + this.#lastAt)) + this.#uncertainty;
  }

  /** Whether instants of this node may be compared with those of others. */
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
