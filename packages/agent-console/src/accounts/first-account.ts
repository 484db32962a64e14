import type { Random } from "@parley/core";
import type { Accounts } from "./accounts.ts";
import type { FirstAccount } from "../console-app.ts";

/** The account that the console creates when there is none. */
export interface FirstAccountOptions {
  /** Default `agent@parley.example`. */
  readonly email?: string;
  /** Default: generated, and shown once. */
  readonly password?: string;
  /** Shown to visitors as the sender; default `Admin`. */
  readonly name?: string;
}

/**
 * Creates the first account when nobody can sign in yet. Returns it only when its password was generated and must be
 * shown.
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
