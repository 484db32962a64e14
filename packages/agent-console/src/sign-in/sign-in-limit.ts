import { networkOf } from "@parley/core";
import { AttemptLimit, type AttemptLimitOptions } from "./attempt-limit.ts";
import type { ConsoleDatabase } from "../database/console-database.ts";

/**
 * Wrong passwords per address, and per email for all unknown browsers, within `seconds`. Right passwords do not count.
 */
export type SignInLimitOptions = AttemptLimitOptions;

/** Who tries a password, and for which email. */
export interface SignInTry {
  readonly address: string;
  readonly email: string;
  /** The browser or session that signed in to this account before; `null` for an unknown one. */
  readonly known: string | null;
}

/** Longer than any valid email. All longer texts share one count. */
const emailLimit = 320;

/**
 * Slows down password guessing. Known browsers have their own count: otherwise strangers could lock an account's owner
 * out.
 */
export class SignInLimit {
  readonly #addresses: AttemptLimit;
  readonly #emails: AttemptLimit;
  readonly #known: AttemptLimit;

  constructor(database: Pick<ConsoleDatabase, "limiter">, options: SignInLimitOptions) {
    this.#addresses = new AttemptLimit(database.limiter("address", options));
    this.#emails = new AttemptLimit(database.limiter("email", options));
    this.#known = new AttemptLimit(database.limiter("known", options));
  }

  /**
   * `null` when the attempt may proceed; otherwise the seconds to wait. An email counts whether or not an account has
   * it.
   */
  async take({ address, email, known }: SignInTry): Promise<number | null> {
    const waitSeconds = await this.#addresses.take(networkOf(address));
    if (waitSeconds !== null) return waitSeconds;
    return known === null ? this.#emails.take(keyOf(email)) : this.#known.take(known);
  }

  /** Takes an attempt out of the count: the password was right, or was not checked. */
  async giveBack({ address, email, known }: SignInTry): Promise<void> {
    await this.#addresses.giveBack(networkOf(address));
    await (known === null ? this.#emails.giveBack(keyOf(email)) : this.#known.giveBack(known));
  }
}

/** better-auth ignores case in emails too. */
function keyOf(email: string): string {
  return email.toLowerCase().slice(0, emailLimit);
}
