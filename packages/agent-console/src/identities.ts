import type { Clock, Random } from "@parley/core";
import type { ConsoleDatabase } from "./console-database.ts";
import type { ProvenIdentity } from "./single-sign-on.ts";

type Identity = Pick<ProvenIdentity, "issuer" | "subject">;

/** Which identity at a provider is whose account; kept where better-auth keeps the ways to sign in. */
export class Identities {
  readonly #connection;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor({ connection }: ConsoleDatabase, clock: Clock, random: Random) {
    this.#connection = connection;
    this.#clock = clock;
    this.#random = random;
  }

  /** The account's id; `null` for an identity that never signed in here. */
  find({ issuer, subject }: Identity): string | null {
    const statement = this.#connection.prepare<[string, string], string>(
      "select userId from account where providerId = ? and accountId = ?",
    );
    return statement.pluck().get(providerOf(issuer), subject) ?? null;
  }

  /** `false` when the account belongs to another identity of the same provider: an email may change hands. */
  link(accountId: string, { issuer, subject }: Identity): boolean {
    return this.#connection.transaction(() => {
      const provider = providerOf(issuer);
      const taken = this.#connection
        .prepare("select 1 from account where providerId = ? and userId = ?")
        .get(provider, accountId);
      if (taken !== undefined) return false;
      const now = new Date(this.#clock.now()).toISOString();
      this.#connection
        .prepare(
          `insert into account (id, accountId, providerId, userId, createdAt, updatedAt)
           values (?, ?, ?, ?, ?, ?)`,
        )
        .run(this.#random.token(32), subject, provider, accountId, now, now);
      return true;
    })();
  }
}

function providerOf(issuer: string): string {
  return `oidc ${issuer}`;
}
