import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Wrong passwords that one address may try within `seconds`; right ones cost nothing. */
export interface SignInLimitOptions {
  readonly attempts: number;
  readonly seconds: number;
}

/** Slows down guessing. A try is paid for before the password is looked at, so that parallel tries count too. */
export class SignInLimit {
  readonly #limiter: RateLimiterMemory;

  constructor(options: SignInLimitOptions) {
    this.#limiter = new RateLimiterMemory({ points: options.attempts, duration: options.seconds });
  }

  /** `null` when the try may go ahead, else the seconds to wait. */
  async take(address: string): Promise<number | null> {
    try {
      await this.#limiter.consume(networkOf(address));
      return null;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
    }
  }

  /** Gives a try back: it was a right password. */
  async giveBack(address: string): Promise<void> {
    await this.#limiter.reward(networkOf(address));
  }
}

/** An IPv6 customer owns a whole /64, so that is what is counted. */
export function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [left = "", right] = address.split("::");
  const head = left.split(":").filter(Boolean);
  const tail = (right ?? "").split(":").filter(Boolean);
  const gap = right === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array<string>(gap).fill("0"), ...tail].slice(0, 4).join(":");
}
