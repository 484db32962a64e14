import type { Clock, Random } from "@parley/core";
import { sql } from "kysely";
import type { ConsoleDatabase } from "../database/console-database.ts";
import type { ProvenIdentity } from "./single-sign-on.ts";

type Identity = Pick<ProvenIdentity, "issuer" | "subject">;

/** Maps identities of providers to accounts, in better-auth's table of accounts. */
export class Identities {
  readonly #database: ConsoleDatabase;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor(database: ConsoleDatabase, clock: Clock, random: Random) {
    this.#database = database;
    this.#clock = clock;
    this.#random = random;
  }

  /** The account's id; `null` for an identity that has never signed in here. */
  async find({ issuer, subject }: Identity): Promise<string | null> {
    const { rows } = await sql<{ readonly userId: string }>`select "userId" from account
      where "providerId" = ${providerOf(issuer)} and "accountId" = ${subject}`.execute(
      this.#database.queries,
    );
    return rows[0]?.userId ?? null;
  }

  /** `false` when the account has another identity of the same provider. An email may change its owner. */
  link(accountId: string, { issuer, subject }: Identity): Promise<boolean> {
    const provider = providerOf(issuer);
    return this.#database.runExclusively(async (queries) => {
      const taken = await sql`select 1 from account
        where "providerId" = ${provider} and "userId" = ${accountId}`.execute(queries);
      if (taken.rows.length > 0) return false;
      const now = new Date(this.#clock.now()).toISOString();
      await sql`insert into account
        (id, "accountId", "providerId", "userId", "createdAt", "updatedAt")
        values (${this.#random.token(32)}, ${subject}, ${provider}, ${accountId}, ${now}, ${now})
        `.execute(queries);
      return true;
    });
  }
}

function providerOf(issuer: string): string {
  return `oidc ${issuer}`;
}
