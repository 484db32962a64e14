import { type Refusal, refuse } from "@parley/core";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** `points` requests within `durationSeconds`, counted from the first. */
export interface RateLimit {
  readonly points: number;
  readonly durationSeconds: number;
}

/** Which limits apply; `false` switches one off. */
export interface RateLimitOptions {
  /** Per channel, of requests that knew its channel secret. Default 20 000 in 10 s. */
  readonly perChannel?: RateLimit | false;
  /** Per client's network (an IPv4 address, 64 bits of IPv6), of requests that would get a 404. Default 300 in 60 s. */
  readonly perAddress?: RateLimit | false;
}

/** Counts one request; answers the refusal once the limit is passed. */
type Count = (key: string) => Promise<Refusal | null>;

/** The limits that apply; `null` for one that is switched off. */
export interface RateLimits {
  readonly channel: Count | null;
  readonly stranger: Count | null;
}

/** The two limits of ruling 1, counted in this process. */
export function rateLimits(options: RateLimitOptions): RateLimits {
  const { perChannel = { points: 20_000, durationSeconds: 10 } } = options;
  const { perAddress = { points: 300, durationSeconds: 60 } } = options;
  return { channel: counter(perChannel), stranger: counter(perAddress) };
}

function counter(limit: RateLimit | false): Count | null {
  if (limit === false) return null;
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
