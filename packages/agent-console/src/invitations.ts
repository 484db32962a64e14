import type { Clock, Random } from "@parley/core";
import { type Role, roleOf } from "./accounts.ts";
import type { ConsoleDatabase } from "./console-database.ts";
import { digestOf, newOneTimeToken } from "./one-time-token.ts";

export const invitationLifetimeMs = 7 * 24 * 60 * 60 * 1_000;

/** A place kept for somebody who has no account yet. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

const columns = "id, email, role, created_at as createdAt, expires_at as expiresAt";

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
  add(email: string, role: Role): { readonly invitation: Invitation; readonly token: string } {
    const { token, digest } = newOneTimeToken(this.#random);
    const createdAt = this.#clock.now();
    const invitation: Invitation = {
      id: this.#random.token(16),
      email: email.toLowerCase(),
      role,
      createdAt,
      expiresAt: createdAt + invitationLifetimeMs,
    };
    this.#connection
      .prepare(
        `insert or replace into invitation (id, email, role, digest, created_at, expires_at)
         values (?, ?, ?, ?, ?, ?)`,
      )
      .run(invitation.id, invitation.email, role, digest, createdAt, invitation.expiresAt);
    return { invitation, token };
  }

  /** Newest first; those past their time are forgotten. */
  list(): readonly Invitation[] {
    this.#connection.prepare("delete from invitation where expires_at <= ?").run(this.#clock.now());
    return this.#connection
      .prepare<[], Invitation>(`select ${columns} from invitation order by created_at desc, id`)
      .all()
      .map(typed);
  }

  /** `false` when there is none. */
  withdraw(id: string): boolean {
    return this.#connection.prepare("delete from invitation where id = ?").run(id).changes > 0;
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
      .prepare<[string, number], Invitation>(
        `select ${columns} from invitation where ${column} = ? and expires_at > ?`,
      )
      .get(value, this.#clock.now());
    return found === undefined ? null : typed(found);
  }
}

function typed(row: Invitation): Invitation {
  return { ...row, role: roleOf(row.role) };
}
