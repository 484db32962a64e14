import { networkOf, type Refusal, refuse } from "@parley/core";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";

/** Wrong tokens that one network may send per minute. More are refused with 429 for the rest of it. */
const points = 20;
const durationSeconds = 60;

/** Counts wrong tokens by network. */
export class TokenLimit {
  readonly #limiter = new RateLimiterMemory({ points, duration: durationSeconds });

  /** The refusal for a network over the limit; otherwise `null`. */
  async check(address: string): Promise<Refusal | null> {
    const state = await this.#limiter.get(networkOf(address));
    return state !== null && state.consumedPoints >= points ? refusalOf(state) : null;
  }

  async wrong(address: string): Promise<void> {
    await this.#limiter.penalty(networkOf(address));
  }
}

function refusalOf({ msBeforeNext }: RateLimiterRes): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  const refusal = refuse("tooManyRequests", { retryAfterSeconds });
  return { ...refusal, message: "Too many requests came with a wrong token. Nothing was changed." };
}
