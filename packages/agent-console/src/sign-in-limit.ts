import { AttemptLimit, type AttemptLimitOptions, networkOf } from "./attempt-limit.ts";

/** Wrong passwords that one address, and all addresses for one email, may try within `seconds`; right ones cost nothing. */
export type SignInLimitOptions = AttemptLimitOptions;

/** Longer than any email that can be an account's; what is longer shares a bucket. */
const emailLimit = 320;

/** Slows down the guessing of passwords. */
export class SignInLimit {
  readonly #addresses: AttemptLimit;
  readonly #emails: AttemptLimit;

  constructor(options: SignInLimitOptions) {
    this.#addresses = new AttemptLimit(options);
    this.#emails = new AttemptLimit(options);
  }

  /** `null` when the try may go ahead, else the seconds to wait. An email counts whether or not it is an account's. */
  async take(address: string, email: string): Promise<number | null> {
    return (
      (await this.#addresses.take(networkOf(address))) ?? (await this.#emails.take(keyOf(email)))
    );
  }

  /** Gives a try back that was taken: it was a right password, or none was looked at. */
  async giveBack(address: string, email: string): Promise<void> {
    await this.#addresses.giveBack(networkOf(address));
    await this.#emails.giveBack(keyOf(email));
  }
}

/** The library that looks accounts up does not tell upper case from lower, either. */
function keyOf(email: string): string {
  return email.toLowerCase().slice(0, emailLimit);
}
