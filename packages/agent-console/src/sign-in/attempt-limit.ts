import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { digestOf } from "../links/one-time-token.ts";

/** How many failed attempts one key may have within `seconds`. */
export interface AttemptLimitOptions {
  readonly attempts: number;
  readonly seconds: number;
}

/**
 * Slows down guessing. An attempt counts before it is checked, so that parallel attempts count too. Keys are stored as
 * digests, so the database reveals no address and no email.
 */
export class AttemptLimit {
  readonly #limiter: RateLimiterAbstract;

  constructor(limiter: RateLimiterAbstract) {
    this.#limiter = limiter;
  }

  /** `null` when the attempt may proceed; otherwise the seconds to wait. */
  async take(key: string): Promise<number | null> {
    try {
      await this.#limiter.consume(digestOf(key));
      return null;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
    }
  }

  /** Takes an attempt out of the count: it was right, or was not checked. */
  async giveBack(key: string): Promise<void> {
    await this.#limiter.reward(digestOf(key));
  }
}
