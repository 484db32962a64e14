import type { Clock, Random } from "@parley/core";
import { sql } from "kysely";
import type { ConsoleDatabase, Queries } from "../database/console-database.ts";
import { digestOf, newOneTimeToken } from "./one-time-token.ts";

export const passwordLinkLifetimeMs = 24 * 60 * 60 * 1_000;

/** Links by which an account's owner sets a new password once. Told once; only digests are kept. */
export class PasswordLinks {
  readonly #queries: Queries;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor({ queries }: Pick<ConsoleDatabase, "queries">, clock: Clock, random: Random) {
    this.#queries = queries;
    this.#clock = clock;
    this.#random = random;
  }

  /** Replaces an earlier link of the same account, which then leads nowhere. */
  async add(
    accountId: string,
    issuerId: string,
  ): Promise<{ readonly token: string; readonly expiresAt: number }> {
    const { token, digest } = newOneTimeToken(this.#random);
    const expiresAt = this.#clock.now() + passwordLinkLifetimeMs;
    await sql`insert into password_link (account_id, digest, expires_at, issued_by)
      values (${accountId}, ${digest}, ${expiresAt}, ${issuerId})
      on conflict (account_id) do update set digest = excluded.digest,
      expires_at = excluded.expires_at, issued_by = excluded.issued_by`.execute(this.#queries);
    return { token, expiresAt };
  }

  /** Whose link it is; `null` when it leads nowhere. */
  async find(token: string): Promise<string | null> {
    const { rows } = await sql<{ readonly accountId: string }>`
      select account_id as "accountId" from password_link
      where digest = ${digestOf(token)} and expires_at > ${this.#clock.now()}`.execute(
      this.#queries,
    );
    return rows[0]?.accountId ?? null;
  }

  /** Uses a link up. Of those who try at once, one hears `true`; whoever comes with a replaced one never does. */
  async take(token: string): Promise<boolean> {
    const { rows } = await sql`delete from password_link
      where digest = ${digestOf(token)} returning account_id`.execute(this.#queries);
    return rows.length > 0;
  }

  /** Ends the link to an account's password, where there is one. */
  async withdraw(accountId: string, queries: Queries = this.#queries): Promise<void> {
    await sql`delete from password_link where account_id = ${accountId}`.execute(queries);
  }

  /** Ends the links that an admin made, and those of whom nobody knows who made them. */
  async withdrawIssuedBy(issuerId: string, queries: Queries = this.#queries): Promise<void> {
    await sql`delete from password_link
      where issued_by = ${issuerId} or issued_by is null`.execute(queries);
  }
}
