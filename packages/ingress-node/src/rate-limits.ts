import { type Refusal, refuse } from "@parley/core";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { addressKey } from "./address-key.ts";

/** `points` requests within `durationSeconds`, counted from the first. */
export interface RateLimit {
  readonly points: number;
  readonly durationSeconds: number;
}

/** Which limits apply; `false` switches one off. */
export interface RateLimitOptions {
  /** Per channel, of requests that knew its random string. Default 20 000 in 10 s. */
  readonly perChannel?: RateLimit | false;
  /** Per client address, of requests that would get a 404. Default 300 in 60 s. */
  readonly perAddress?: RateLimit | false;
}

/** Counts one request; answers the refusal once the limit is passed. */
export type Count = (key: string) => Promise<Refusal | null>;

/** The two limits of ruling 1, counted in this process. */
export function rateLimits(options: RateLimitOptions): {
  readonly channel: Count;
  readonly stranger: Count;
} {
  const { perChannel = { points: 20_000, durationSeconds: 10 } } = options;
  const { perAddress = { points: 300, durationSeconds: 60 } } = options;
  const address = counter(perAddress);
  return { channel: counter(perChannel), stranger: (key) => address(addressKey(key)) };
}

function counter(limit: RateLimit | false): Count {
  if (limit === false) {
    return async () => null;
  }
  const limiter = new RateLimiterMemory({ points: limit.points, duration: limit.durationSeconds });
  return (key) => limiter.consume(key).then(nothing, refusalOf);
}

function nothing(): null {
  return null;
}

function refusalOf(passed: unknown): Refusal {
  const waitMs = passed instanceof RateLimiterRes ? passed.msBeforeNext : 1_000;
  return refuse("tooManyRequests", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
}
