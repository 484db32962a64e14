import type { Clock } from "@parley/core";
import { type Role, roleOf } from "./accounts.ts";
import type { ConsoleDatabase } from "./console-database.ts";
import type { Invitations } from "./invitations.ts";
import type { PasswordLinks } from "./password-links.ts";

/** Somebody with an account, as admins see them. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly disabled: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds, true to the minute; `null` while signed in nowhere. */
  readonly lastSeenAt: number | null;
  /** How this person can sign in. */
  readonly hasPassword: boolean;
  readonly hasSingleSignOn: boolean;
}

/** What ends together with the rights of who made it. */
export interface MadeLinks {
  readonly invitations: Pick<Invitations, "withdrawIssuedBy">;
  readonly passwordLinks: Pick<PasswordLinks, "withdrawIssuedBy" | "withdraw">;
}

/** What may change; an absent field stays. */
export interface PersonChange {
  readonly name?: string;
  readonly role?: Role;
  readonly disabled?: boolean;
}

interface Row {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string | null;
  readonly banned: number | null;
  readonly createdAt: string;
  readonly lastSeenAt: string | null;
  readonly password: number;
  readonly others: number;
}

const columns = `select u.id, u.email, u.name, u.role, u.banned, u.createdAt,
  (select max(s.updatedAt) from session s where s.userId = u.id) as lastSeenAt,
  exists (select 1 from account a where a.userId = u.id and a.password is not null) as password,
  exists (select 1 from account a where a.userId = u.id and a.providerId <> 'credential') as others
  from "user" u`;

/** Everybody who has an account: read, and changed, in the tables that better-auth made. */
export class People {
  readonly #connection;
  readonly #clock: Clock;
  readonly #links: MadeLinks;

  constructor({ connection }: ConsoleDatabase, clock: Clock, links: MadeLinks) {
    this.#connection = connection;
    this.#clock = clock;
    this.#links = links;
  }

  /** Oldest account first. */
  list(): readonly Person[] {
    const rows = this.#connection
      .prepare<[], Row>(`${columns} order by u.createdAt, u.rowid`)
      .all();
    return rows.map(personOf);
  }

  find(id: string): Person | null {
    const row = this.#connection.prepare<[string], Row>(`${columns} where u.id = ?`).get(id);
    return row === undefined ? null : personOf(row);
  }

  findByEmail(email: string): Person | null {
    const statement = this.#connection.prepare<[string], Row>(`${columns} where u.email = ?`);
    const row = statement.get(email.toLowerCase());
    return row === undefined ? null : personOf(row);
  }

  /** `last-admin`: nothing was changed, since nobody would be left to undo it. */
  change(id: string, change: PersonChange): Person | "unknown" | "last-admin" {
    return this.#connection.transaction(() => {
      const before = this.find(id);
      if (before === null) return "unknown";
      const after = { ...before, ...change };
      if (isActiveAdmin(before) && !isActiveAdmin(after) && !this.#hasOtherAdmin(id)) {
        return "last-admin";
      }
      this.#connection
        .prepare(
          'update "user" set name = ?, role = ?, banned = ?, banReason = null, banExpires = null, updatedAt = ? where id = ?',
        )
        .run(after.name, after.role, after.disabled ? 1 : 0, this.#now(), id);
      this.#endLinks(before, after);
      return after;
    })();
  }

  /** In a console from before there were roles, whoever came first is the admin. */
  ensureAdmin(): void {
    const people = this.list();
    const [first] = people;
    if (first === undefined || people.some(({ role }) => role === "admin")) return;
    this.#connection.prepare(`update "user" set role = 'admin' where id = ?`).run(first.id);
  }

  /** Else whoever was shut out comes back by a link: one to their own password, or one that they made before. */
  #endLinks(before: Person, after: Person): void {
    const { invitations, passwordLinks } = this.#links;
    if (before.role !== after.role || before.disabled !== after.disabled) {
      passwordLinks.withdraw(after.id);
    }
    if (isActiveAdmin(before) && !isActiveAdmin(after)) {
      invitations.withdrawIssuedBy(after.id);
      passwordLinks.withdrawIssuedBy(after.id);
    }
  }

  #hasOtherAdmin(id: string): boolean {
    return this.list().some((person) => person.id !== id && isActiveAdmin(person));
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}

function isActiveAdmin({ role, disabled }: Person): boolean {
  return role === "admin" && !disabled;
}

function personOf(row: Row): Person {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: roleOf(row.role),
    disabled: row.banned === 1,
    createdAt: Date.parse(row.createdAt),
    lastSeenAt: row.lastSeenAt === null ? null : Date.parse(row.lastSeenAt),
    hasPassword: row.password === 1,
    hasSingleSignOn: row.others === 1,
  };
}
