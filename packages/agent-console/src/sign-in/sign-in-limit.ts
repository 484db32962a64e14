import { networkOf } from "@parley/core";
import { AttemptLimit, type AttemptLimitOptions } from "./attempt-limit.ts";
import type { ConsoleDatabase } from "../database/console-database.ts";

/** Wrong passwords that one address, and all strangers for one email, may try within `seconds`; right ones cost nothing. */
export type SignInLimitOptions = AttemptLimitOptions;

/** Who tries a password, and for whom. */
export interface SignInTry {
  readonly address: string;
  readonly email: string;
  /** The browser, or the session, that proved before to be the account's; `null` for a strange one. */
  readonly known: string | null;
}

/** Longer than any email that can be an account's; what is longer shares a bucket. */
const emailLimit = 320;

/** Slows down the guessing of passwords. Who is known is counted apart: else strangers could lock an account's owner out. */
export class SignInLimit {
  readonly #addresses: AttemptLimit;
  readonly #emails: AttemptLimit;
  readonly #known: AttemptLimit;

  constructor(database: Pick<ConsoleDatabase, "limiter">, options: SignInLimitOptions) {
    this.#addresses = new AttemptLimit(database.limiter("address", options));
    this.#emails = new AttemptLimit(database.limiter("email", options));
    this.#known = new AttemptLimit(database.limiter("known", options));
  }

  /** `null` when the try may go ahead, else the seconds to wait. An email counts whether or not it is an account's. */
  async take({ address, email, known }: SignInTry): Promise<number | null> {
    const waitSeconds = await this.#addresses.take(networkOf(address));
    if (waitSeconds !== null) return waitSeconds;
    return known === null ? this.#emails.take(keyOf(email)) : this.#known.take(known);
  }

  /** Gives a try back that was taken: it was a right password, or none was looked at. */
  async giveBack({ address, email, known }: SignInTry): Promise<void> {
    await this.#addresses.giveBack(networkOf(address));
    await (known === null ? this.#emails.giveBack(keyOf(email)) : this.#known.giveBack(known));
  }
}

/** The library that looks accounts up does not tell upper case from lower, either. */
function keyOf(email: string): string {
  return email.toLowerCase().slice(0, emailLimit);
}
