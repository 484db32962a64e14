import type { Clock, Random } from "@parley/core";
import { sql } from "kysely";
import type { ConsoleDatabase, Queries } from "../database/console-database.ts";
import { digestOf, newOneTimeToken } from "./one-time-token.ts";

export const passwordLinkLifetimeMs = 24 * 60 * 60 * 1_000;

/** One-time links to set a new password. The link is shown once; only its digest is stored. */
export class PasswordLinks {
  readonly #queries: Queries;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor({ queries }: Pick<ConsoleDatabase, "queries">, clock: Clock, random: Random) {
    this.#queries = queries;
    this.#clock = clock;
    this.#random = random;
  }

  /** Replaces an earlier link of the account. The earlier link stops working. */
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

  /** The account of the link; `null` when the link is invalid. */
  async find(token: string): Promise<string | null> {
    const { rows } = await sql<{ readonly accountId: string }>`
      select account_id as "accountId" from password_link
      where digest = ${digestOf(token)} and expires_at > ${this.#clock.now()}`.execute(
      this.#queries,
    );
    return rows[0]?.accountId ?? null;
  }

  /** Consumes a link. When several requests try at once, one gets `true`. A replaced link never gets it. */
  async take(token: string): Promise<boolean> {
    const { rows } = await sql`delete from password_link
      where digest = ${digestOf(token)} returning account_id`.execute(this.#queries);
    return rows.length > 0;
  }

  /** Withdraws the account's password link, if any. */
  async withdraw(accountId: string, queries: Queries = this.#queries): Promise<void> {
    await sql`delete from password_link where account_id = ${accountId}`.execute(queries);
  }

  /** Withdraws an admin's links. */
  async withdrawIssuedBy(issuerId: string, queries: Queries = this.#queries): Promise<void> {
    await sql`delete from password_link
      where issued_by = ${issuerId}`.execute(queries);
  }
}
