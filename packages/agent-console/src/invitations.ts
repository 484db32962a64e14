import type { Clock, Random } from "@parley/core";
import { type Role, roleOf } from "./accounts.ts";
import type { ConsoleDatabase } from "./console-database.ts";
import { digestOf, newOneTimeToken } from "./one-time-token.ts";

export const invitationLifetimeMs = 7 * 24 * 60 * 60 * 1_000;

/** Of an account: its id and name. */
export interface Issuer {
  readonly id: string;
  readonly name: string;
}

/** A place kept for somebody who has no account yet. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** The admin who made it; `null` for one from before this was kept. */
  readonly issuedBy: Issuer | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

interface Row extends Omit<Invitation, "issuedBy"> {
  readonly issuerId: string | null;
  readonly issuerName: string | null;
}

const open = `select i.id, i.email, i.role, i.created_at as createdAt, i.expires_at as expiresAt,
  u.id as issuerId, u.name as issuerName
  from invitation i left join "user" u on u.id = i.issued_by`;

/** Invitations that nobody has taken up yet. Their links are told once; only digests are kept. */
export class Invitations {
  readonly #connection;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor({ connection }: ConsoleDatabase, clock: Clock, random: Random) {
    this.#connection = connection;
    this.#clock = clock;
    this.#random = random;
  }

  /** Replaces an earlier invitation of the same email, whose link then leads nowhere. */
  add(
    email: string,
    role: Role,
    issuedBy: Issuer,
  ): { readonly invitation: Invitation; readonly token: string } {
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
    this.#connection
      .prepare(
        `insert or replace into invitation (id, email, role, digest, created_at, expires_at, issued_by)
         values (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        invitation.id,
        invitation.email,
        role,
        digest,
        createdAt,
        invitation.expiresAt,
        issuedBy.id,
      );
    return { invitation, token };
  }

  /** Newest first; those past their time are forgotten. */
  list(): readonly Invitation[] {
    this.#connection.prepare("delete from invitation where expires_at <= ?").run(this.#clock.now());
    return this.#connection
      .prepare<[], Row>(`${open} order by i.created_at desc, i.id`)
      .all()
      .map(invitationOf);
  }

  /** `false` when there is none. */
  withdraw(id: string): boolean {
    return this.#connection.prepare("delete from invitation where id = ?").run(id).changes > 0;
  }

  /** Ends those that an admin made, and those of whom nobody knows who made them. */
  withdrawIssuedBy(issuerId: string): void {
    this.#connection
      .prepare("delete from invitation where issued_by = ? or issued_by is null")
      .run(issuerId);
  }

  find(token: string): Invitation | null {
    return this.#one("digest", digestOf(token));
  }

  findByEmail(email: string): Invitation | null {
    return this.#one("email", email.toLowerCase());
  }

  /** Uses it up. Of those who try at once, one hears `true`. */
  take({ id }: Invitation): boolean {
    return this.withdraw(id);
  }

  #one(column: "digest" | "email", value: string): Invitation | null {
    const found = this.#connection
      .prepare<[string, number], Row>(`${open} where i.${column} = ? and i.expires_at > ?`)
      .get(value, this.#clock.now());
    return found === undefined ? null : invitationOf(found);
  }
}

function invitationOf({ issuerId, issuerName, ...row }: Row): Invitation {
  const issuedBy = issuerId === null ? null : { id: issuerId, name: issuerName ?? "" };
  return { ...row, role: roleOf(row.role), issuedBy };
}
