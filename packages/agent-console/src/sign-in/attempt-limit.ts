import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { digestOf } from "../links/one-time-token.ts";

/** How many tries one key may lose within `seconds`. */
export interface AttemptLimitOptions {
  readonly attempts: number;
  readonly seconds: number;
}

/**
 * Slows down guessing. A try is paid for before it is looked at, so that parallel tries count too. Keys are counted by
 * their digests: a database of tries tells no address and no email.
 */
export class AttemptLimit {
  readonly #limiter: RateLimiterAbstract;

  constructor(limiter: RateLimiterAbstract) {
    this.#limiter = limiter;
  }

  /** `null` when the try may go ahead, else the seconds to wait. */
  async take(key: string): Promise<number | null> {
    try {
      await this.#limiter.consume(digestOf(key));
      return null;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
    }
  }

  /** Gives a try back that was taken: it was a right one, or was not looked at. */
  async giveBack(key: string): Promise<void> {
    await this.#limiter.reward(digestOf(key));
  }
}
