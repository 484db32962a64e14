import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Wrong passwords that one address, and all addresses for one email, may try within `seconds`; right ones cost nothing. */
export interface SignInLimitOptions {
  readonly attempts: number;
  readonly seconds: number;
}

/** Longer than any email that can be an account's; what is longer shares a bucket. */
const emailLimit = 320;

/** Slows down guessing. A try is paid for before the password is looked at, so that parallel tries count too. */
export class SignInLimit {
  readonly #addresses: RateLimiterMemory;
  readonly #emails: RateLimiterMemory;

  constructor({ attempts, seconds }: SignInLimitOptions) {
    this.#addresses = new RateLimiterMemory({ points: attempts, duration: seconds });
    this.#emails = new RateLimiterMemory({ points: attempts, duration: seconds });
  }

  /** `null` when the try may go ahead, else the seconds to wait. An email counts whether or not it is an account's. */
  async take(address: string, email: string): Promise<number | null> {
    return (
      (await payFor(this.#addresses, networkOf(address))) ??
      (await payFor(this.#emails, accountOf(email)))
    );
  }

  /** Gives a try back that was taken: it was a right password, or none was looked at. */
  async giveBack(address: string, email: string): Promise<void> {
    await this.#addresses.reward(networkOf(address));
    await this.#emails.reward(accountOf(email));
  }
}

async function payFor(limiter: RateLimiterMemory, key: string): Promise<number | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
  }
}

/** The library that looks accounts up does not tell upper case from lower, either. */
function accountOf(email: string): string {
  return email.toLowerCase().slice(0, emailLimit);
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
