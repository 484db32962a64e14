import type { Random } from "@parley/core";
import type { Accounts } from "./accounts.ts";
import type { FirstAccount } from "../console-app.ts";
import type { ReadMarks } from "../conversations/inbox/read-marks.ts";
import type { FirstMinute } from "../first-minute/first-minute.ts";

/** The account that the console creates when there is none. */
export interface FirstAccountOptions {
  /** Default `agent@parley.example`. */
  readonly email?: string;
  /** Default: generated, and shown once. */
  readonly password?: string;
  /** Shown to visitors as the sender. Default: `Admin`, until the account's owner chooses another in the console. */
  readonly name?: string;
}

interface FirstAccountParts {
  readonly accounts: Accounts;
  readonly firstMinute: FirstMinute;
  readonly readMarks: Pick<ReadMarks, "since">;
  readonly random: Random;
}

/**
 * Creates the first account when nobody can sign in yet. Returns it only when its password was generated and must be
 * shown.
 */
export async function ensureFirstAccount(
  { accounts, firstMinute, readMarks, random }: FirstAccountParts,
  options: FirstAccountOptions,
): Promise<FirstAccount | null> {
  const email = options.email ?? "agent@parley.example";
  const password = options.password ?? random.token(16);
  const account = await accounts.createFirst({ email, password }, options.name ?? "Admin");
  if (account === null) return null;
  // Visitors may write before anybody signs in. Their messages are unread.
  await readMarks.since(account.id);
  if (options.name === undefined) await firstMinute.rememberUnnamed(account.id);
  return options.password === undefined ? { email: account.email, password } : null;
}
