import { networkOf, type Refusal, refuse } from "@parley/core";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";

/** Wrong tokens that one network may send within a minute; after that its wrong ones are told so for the rest of it. */
const points = 20;
const durationSeconds = 60;

/** Counts wrong tokens by network. */
export class TokenLimit {
  readonly #limiter = new RateLimiterMemory({ points, duration: durationSeconds });

  /** The refusal of a network that has guessed too often; `null` while it may go on. */
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
