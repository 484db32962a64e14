import { type Refusal, refuse } from "@parley/core";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** `points` requests within `durationSeconds` of the first one. */
export interface RateLimit {
  readonly points: number;
  readonly durationSeconds: number;
}

/** The limits; `false` switches one off. */
export interface RateLimitOptions {
  /** Authenticated requests per channel. Default 20 000 in 10 s. */
  readonly perChannel?: RateLimit | false;
  /** Requests that would get a 404, per client network (an IPv4 address, 64 bits of IPv6). Default 300 in 60 s. */
  readonly perAddress?: RateLimit | false;
}

/** Counts one request. Returns a refusal past the limit. */
type Count = (key: string) => Promise<Refusal | null>;

/** The counters; `null` for a limit that is switched off. */
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
