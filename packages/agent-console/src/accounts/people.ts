import type { Clock } from "@parley/core";
import { type RawBuilder, sql } from "kysely";
import { type Role, roleOf } from "./accounts.ts";
import { earlierNames, rememberName } from "./earlier-names.ts";
import {
  type ConsoleDatabase,
  instantOf,
  type Queries,
  type StoredInstant,
} from "../database/console-database.ts";
import type { Invitations } from "../links/invitations.ts";
import type { PasswordLinks } from "../links/password-links.ts";

/** An account as admins see it. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly disabled: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds, accurate to one minute; `null` without a session. */
  readonly lastSeenAt: number | null;
  /** How this person can sign in. */
  readonly hasPassword: boolean;
  readonly hasSingleSignOn: boolean;
}

/** Links that an admin created. They end when the admin's rights end. */
export interface MadeLinks {
  readonly invitations: Pick<Invitations, "withdrawIssuedBy">;
  readonly passwordLinks: Pick<PasswordLinks, "withdrawIssuedBy" | "withdraw">;
}

/** The fields to change. An absent field stays as it is. */
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
  /** SQLite returns numbers, PostgreSQL booleans. */
  readonly banned: number | boolean | null;
  readonly createdAt: StoredInstant;
  readonly lastSeenAt: StoredInstant | null;
  readonly password: number | boolean;
  readonly others: number | boolean;
}

const columns = sql`select u.id, u.email, u.name, u.role, u.banned, u."createdAt",
  (select max(s."updatedAt") from session s where s."userId" = u.id) as "lastSeenAt",
  exists (select 1 from account a
    where a."userId" = u.id and a.password is not null) as "password",
  exists (select 1 from account a
    where a."userId" = u.id and a."providerId" <> 'credential') as "others"
  from "user" u`;

/** Reads and changes all accounts, in better-auth's tables. */
export class People {
  readonly #database: ConsoleDatabase;
  readonly #clock: Clock;
  readonly #links: MadeLinks;

  constructor(database: ConsoleDatabase, clock: Clock, links: MadeLinks) {
    this.#database = database;
    this.#clock = clock;
    this.#links = links;
  }

  /** Oldest account first. */
  list(): Promise<readonly Person[]> {
    return peopleIn(this.#database.queries);
  }

  find(id: string): Promise<Person | null> {
    return personIn(this.#database.queries, sql`u.id = ${id}`);
  }

  findByEmail(email: string): Promise<Person | null> {
    return personIn(this.#database.queries, sql`u.email = ${email.toLowerCase()}`);
  }

  /** Names that the account had before. */
  earlierNames(id: string): Promise<readonly string[]> {
    return earlierNames(this.#database.queries, id);
  }

  /** `last-admin`: nothing was changed. Without an admin, nobody could undo the change. */
  change(id: string, change: PersonChange): Promise<Person | "unknown" | "last-admin"> {
    return this.#database.runExclusively(async (queries) => {
      const before = await personIn(queries, sql`u.id = ${id}`);
      if (before === null) return "unknown";
      const after = { ...before, ...change };
      const isLeaving = isActiveAdmin(before) && !isActiveAdmin(after);
      if (isLeaving && !(await hasOtherAdmin(queries, id))) return "last-admin";
      if (after.name !== before.name) await rememberName(queries, id, before.name);
      await this.#keep(queries, after);
      await this.#endLinks(queries, before, after);
      return after;
    });
  }

  async #keep(queries: Queries, { id, name, role, disabled }: Person): Promise<void> {
    // The column wants a number in SQLite and a boolean in PostgreSQL. A comparison yields the right one in both.
    const banned = sql`(${disabled ? 1 : 0} = 1)`;
    const now = new Date(this.#clock.now()).toISOString();
    await sql`update "user" set name = ${name}, role = ${role}, banned = ${banned},
      "banReason" = null, "banExpires" = null, "updatedAt" = ${now} where id = ${id}`.execute(
      queries,
    );
  }

  /** Otherwise a disabled person could come back by a password link, or by a link that they created before. */
  async #endLinks(queries: Queries, before: Person, after: Person): Promise<void> {
    const { invitations, passwordLinks } = this.#links;
    if (before.role !== after.role || before.disabled !== after.disabled) {
      await passwordLinks.withdraw(after.id, queries);
    }
    if (isActiveAdmin(before) && !isActiveAdmin(after)) {
      await invitations.withdrawIssuedBy(after.id, queries);
      await passwordLinks.withdrawIssuedBy(after.id, queries);
    }
  }
}

async function peopleIn(queries: Queries): Promise<readonly Person[]> {
  const { rows } = await sql<Row>`${columns} order by u."createdAt", u.id`.execute(queries);
  return rows.map(personOf);
}

async function personIn(queries: Queries, condition: RawBuilder<unknown>): Promise<Person | null> {
  const { rows } = await sql<Row>`${columns} where ${condition}`.execute(queries);
  return rows[0] === undefined ? null : personOf(rows[0]);
}

async function hasOtherAdmin(queries: Queries, id: string): Promise<boolean> {
  return (await peopleIn(queries)).some((person) => person.id !== id && isActiveAdmin(person));
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
    disabled: Boolean(row.banned),
    createdAt: instantOf(row.createdAt),
    lastSeenAt: row.lastSeenAt === null ? null : instantOf(row.lastSeenAt),
    hasPassword: Boolean(row.password),
    hasSingleSignOn: Boolean(row.others),
  };
}
