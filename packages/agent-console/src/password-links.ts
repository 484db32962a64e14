import type { Clock, Random } from "@parley/core";
import type { ConsoleDatabase } from "./console-database.ts";
import { digestOf, newOneTimeToken } from "./one-time-token.ts";

export const passwordLinkLifetimeMs = 24 * 60 * 60 * 1_000;

/** Links by which an account's owner sets a new password once. Told once; only digests are kept. */
export class PasswordLinks {
  readonly #connection;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor({ connection }: ConsoleDatabase, clock: Clock, random: Random) {
    this.#connection = connection;
    this.#clock = clock;
    this.#random = random;
  }

  /** Replaces an earlier link of the same account, which then leads nowhere. */
  add(accountId: string, issuerId: string): { readonly token: string; readonly expiresAt: number } {
    const { token, digest } = newOneTimeToken(this.#random);
    const expiresAt = this.#clock.now() + passwordLinkLifetimeMs;
    this.#connection
      .prepare(
        `insert or replace into password_link (account_id, digest, expires_at, issued_by)
         values (?, ?, ?, ?)`,
      )
      .run(accountId, digest, expiresAt, issuerId);
    return { token, expiresAt };
  }

  /** Whose link it is; `null` when it leads nowhere. */
  find(token: string): string | null {
    const statement = this.#connection.prepare<[string, number], string>(
      "select account_id from password_link where digest = ? and expires_at > ?",
    );
    return statement.pluck().get(digestOf(token), this.#clock.now()) ?? null;
  }

  /** Uses a link up. Of those who try at once, one hears `true`; whoever comes with a replaced one never does. */
  take(token: string): boolean {
    const statement = this.#connection.prepare("delete from password_link where digest = ?");
    return statement.run(digestOf(token)).changes > 0;
  }

  /** Ends the link to an account's password, where there is one. */
  withdraw(accountId: string): void {
    this.#connection.prepare("delete from password_link where account_id = ?").run(accountId);
  }

  /** Ends the links that an admin made, and those of whom nobody knows who made them. */
  withdrawIssuedBy(issuerId: string): void {
    this.#connection
      .prepare("delete from password_link where issued_by = ? or issued_by is null")
      .run(issuerId);
  }
}
