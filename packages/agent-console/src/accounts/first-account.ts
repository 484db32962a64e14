import type { Random } from "@parley/core";
import type { Accounts } from "./accounts.ts";
import type { FirstAccount } from "../console-app.ts";

/** The account that is made when there is none yet. */
export interface FirstAccountOptions {
  /** Default `agent@parley.example`. */
  readonly email?: string;
  /** Default: made, and told once. */
  readonly password?: string;
  /** What visitors see as the writer; default `Admin`. */
  readonly name?: string;
}

/**
 * Makes the first account when nobody can sign in yet. Answers the account only when its password was made here and
 * must be told.
 */
export async function ensureFirstAccount(
  accounts: Accounts,
  options: FirstAccountOptions,
  random: Random,
): Promise<FirstAccount | null> {
  const email = options.email ?? "agent@parley.example";
  const password = options.password ?? random.token(16);
  const account = await accounts.createFirst({ email, password }, options.name ?? "Admin");
  return account === null || options.password !== undefined
    ? null
    : { email: account.email, password };
}
