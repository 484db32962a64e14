import { isIP } from "node:net";
import { type Refusal, refuse } from "@parley/core";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";

/** Wrong tokens that one address may send within a minute; after that it is refused unheard for the rest of it. */
const points = 20;
const durationSeconds = 60;

/** Counts wrong tokens by address. */
export class TokenLimit {
  readonly #limiter = new RateLimiterMemory({ points, duration: durationSeconds });

  /** The refusal of an address that has guessed too often; `null` while it may go on. */
  async check(address: string): Promise<Refusal | null> {
    const state = await this.#limiter.get(keyOf(address));
    return state !== null && state.consumedPoints >= points ? refusalOf(state) : null;
  }

  async wrong(address: string): Promise<void> {
    await this.#limiter.penalty(keyOf(address));
  }
}

/** Who has one IPv6 address has as many as they like: the first 64 bits count. */
function keyOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || isIP(address) !== 6) return mapped ?? address;
  const [head = "", tail] = address.toLowerCase().split("%")[0]?.split("::") ?? [];
  const before = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0");
  return [...before, ...zeros, ...after].slice(0, 4).join(":");
}

function refusalOf({ msBeforeNext }: RateLimiterRes): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  const refusal = refuse("tooManyRequests", { retryAfterSeconds });
  return { ...refusal, message: "There were too many wrong tokens. Nothing was changed." };
}
