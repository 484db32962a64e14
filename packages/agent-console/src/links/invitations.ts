import type { Clock, Random } from "@parley/core";
import { type RawBuilder, sql } from "kysely";
import { type Role, roleOf } from "../accounts/accounts.ts";
import type { ConsoleDatabase, Queries } from "../database/console-database.ts";
import { digestOf, newOneTimeToken } from "./one-time-token.ts";

export const invitationLifetimeMs = 7 * 24 * 60 * 60 * 1_000;

/** Id and name of the account that created an invitation. */
export interface Issuer {
  readonly id: string;
  readonly name: string;
}

/** An invitation for a person without an account. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** The admin who created it; `null` when that account is gone. */
  readonly issuedBy: Issuer | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

interface Row extends Omit<Invitation, "issuedBy"> {
  readonly issuerId: string | null;
  readonly issuerName: string | null;
}

/** As stored in its table. */
interface StoredRow extends Pick<Invitation, "id" | "email" | "role"> {
  readonly digest: string;
  readonly created_at: number;
  readonly expires_at: number;
  readonly issued_by: string;
}

const open = sql`select i.id, i.email, i.role, i.created_at as "createdAt",
  i.expires_at as "expiresAt", u.id as "issuerId", u.name as "issuerName"
  from invitation i left join "user" u on u.id = i.issued_by`;

/** Open invitations. The link is shown once; only its digest is stored. */
export class Invitations {
  readonly #queries: Queries;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor({ queries }: Pick<ConsoleDatabase, "queries">, clock: Clock, random: Random) {
    this.#queries = queries;
    this.#clock = clock;
    this.#random = random;
  }

  /** Replaces an earlier invitation for the same email. The earlier link stops working. */
  async add(
    email: string,
    role: Role,
    issuedBy: Issuer,
  ): Promise<{ readonly invitation: Invitation; readonly token: string }> {
    const { token, digest } = newOneTimeToken(this.#random);
    const createdAt = this.#clock.now();
    const invitation: Invitation = {
      id: this.#random.token(16),
      email: email.toLowerCase(),
      role,
      issuedBy,
      createdAt,
      expiresAt: createdAt + invitationLifetimeMs,
    };
    const { id, expiresAt } = invitation;
    await this.#keep(
      {
        id,
        email: invitation.email,
        role,
        digest,
        created_at: createdAt,
        expires_at: expiresAt,
        issued_by: issuedBy.id,
      },
      sql`do update set id = excluded.id, role = excluded.role, digest = excluded.digest,
        created_at = excluded.created_at, expires_at = excluded.expires_at,
        issued_by = excluded.issued_by`,
    );
    return { invitation, token };
  }

  /** Newest first. Deletes expired invitations. */
  async list(): Promise<readonly Invitation[]> {
    await sql`delete from invitation where expires_at <= ${this.#clock.now()}`.execute(
      this.#queries,
    );
    const { rows } = await sql<Row>`${open} order by i.created_at desc, i.id`.execute(
      this.#queries,
    );
    return rows.map(invitationOf);
  }

  /** `false` when there is none. */
  async withdraw(id: string): Promise<boolean> {
    const { rows } = await sql`delete from invitation where id = ${id} returning id`.execute(
      this.#queries,
    );
    return rows.length > 0;
  }

  /** Withdraws an admin's invitations. */
  async withdrawIssuedBy(issuerId: string, queries: Queries = this.#queries): Promise<void> {
    await sql`delete from invitation
      where issued_by = ${issuerId}`.execute(queries);
  }

  find(token: string): Promise<Invitation | null> {
    return this.#one(sql`i.digest = ${digestOf(token)}`);
  }

  findByEmail(email: string): Promise<Invitation | null> {
    return this.#one(sql`i.email = ${email.toLowerCase()}`);
  }

  /**
   * Consumes the invitation and runs `use`. Restores it when `use` throws and the database is available. When several
   * requests try at once, one succeeds and the others get `taken`.
   */
  async take<Made>({ id }: Invitation, use: () => Promise<Made>): Promise<Made | "taken"> {
    const { rows } = await sql<StoredRow>`delete from invitation where id = ${id}
      returning id, email, role, digest, created_at, expires_at, issued_by`.execute(this.#queries);
    const [row] = rows;
    if (row === undefined) return "taken";
    try {
      return await use();
    } catch (error) {
      // The cause of the first failure may make this fail too. It is reported once.
      await this.#keep(row, sql`do nothing`).catch(() => {});
      throw error;
    }
  }

  /** `otherwise`: what to do when the email has another invitation. */
  async #keep(row: StoredRow, otherwise: RawBuilder<unknown>): Promise<void> {
    const { id, email, role, digest, created_at, expires_at, issued_by } = row;
    await sql`insert into invitation (id, email, role, digest, created_at, expires_at, issued_by)
      values (${id}, ${email}, ${role}, ${digest}, ${created_at}, ${expires_at}, ${issued_by})
      on conflict (email) ${otherwise}`.execute(this.#queries);
  }

  async #one(condition: RawBuilder<unknown>): Promise<Invitation | null> {
    const { rows } = await sql<Row>`${open}
      where ${condition} and i.expires_at > ${this.#clock.now()}`.execute(this.#queries);
    return rows[0] === undefined ? null : invitationOf(rows[0]);
  }
}

function invitationOf({ issuerId, issuerName, ...row }: Row): Invitation {
  const issuedBy = issuerId === null ? null : { id: issuerId, name: issuerName ?? "" };
  return { ...row, role: roleOf(row.role), issuedBy };
}
