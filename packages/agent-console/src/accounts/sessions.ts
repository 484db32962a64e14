import { type Clock, plainAddress } from "@parley/core";
import { sql } from "kysely";
import { type Role, roleOf } from "./accounts.ts";
import {
  type ConsoleDatabase,
  instantOf,
  type Queries,
  type StoredInstant,
} from "../database/console-database.ts";

/** A session as its owner sees it. */
export interface SessionFacts {
  readonly id: string;
  /** The browser's own words about itself: untrusted text, may be empty. */
  readonly userAgent: string;
  /** Of an IPv6 customer the network only. */
  readonly address: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Epoch milliseconds, true to the minute while the page asks for something. */
  readonly lastSeenAt: number;
}

interface Row {
  readonly id: string;
  readonly userAgent: string | null;
  readonly ipAddress: string | null;
  readonly createdAt: StoredInstant;
  readonly updatedAt: StoredInstant;
}

const seenStepMs = 60_000;
/** Of IPv6 the first 64 bits are kept: this is what they are of `::1`, and of no other client. */
const loopbackNetwork = "::";

/** Who is signed in where: read, and ended, in the table that better-auth made. */
export class Sessions {
  readonly #queries: Queries;
  readonly #clock: Clock;

  constructor({ queries }: Pick<ConsoleDatabase, "queries">, clock: Clock) {
    this.#queries = queries;
    this.#clock = clock;
  }

  /** The most recently used first. */
  async listOf(accountId: string): Promise<readonly SessionFacts[]> {
    const { rows } = await sql<Row>`
      select id, "userAgent", "ipAddress", "createdAt", "updatedAt" from session
      where "userId" = ${accountId} and "expiresAt" > ${this.#at(0)}
      order by "updatedAt" desc, id`.execute(this.#queries);
    return rows.map((row) => ({
      id: row.id,
      userAgent: row.userAgent ?? "",
      address: shownAddress(row.ipAddress ?? ""),
      startedAt: instantOf(row.createdAt),
      lastSeenAt: instantOf(row.updatedAt),
    }));
  }

  /** Notes that the session is in use. Cheap enough for every request. */
  async see(id: string): Promise<void> {
    await sql`update session set "updatedAt" = ${this.#at(0)}
      where id = ${id} and "updatedAt" < ${this.#at(-seenStepMs)}`.execute(this.#queries);
  }

  /** Whether it still stands: neither ended nor expired, and its account not disabled. */
  async isLive(id: string): Promise<boolean> {
    return (await this.roleOf(id)) !== null;
  }

  /** The role that its account has now; `null` when it stands no more. */
  async roleOf(id: string): Promise<Role | null> {
    const { rows } = await sql<{ readonly role: string | null }>`
      select u.role from session s join "user" u on u.id = s."userId"
      where s.id = ${id} and s."expiresAt" > ${this.#at(0)} and u.banned is not true`.execute(
      this.#queries,
    );
    return rows[0] === undefined ? null : roleOf(rows[0].role);
  }

  /** `false` when the account has no such session. */
  async end(accountId: string, id: string): Promise<boolean> {
    const ended = await sql`delete from session
      where "userId" = ${accountId} and id = ${id} returning id`.execute(this.#queries);
    return ended.rows.length > 0;
  }

  /** Ends all of an account's sessions but `keptId`; answers which. */
  async endOthers(accountId: string, keptId: string | null): Promise<readonly string[]> {
    const ended = await sql<{ readonly id: string }>`delete from session
      where "userId" = ${accountId} and id <> ${keptId ?? ""} returning id`.execute(this.#queries);
    return ended.rows.map(({ id }) => id);
  }

  /** As better-auth writes instants to a file, where they sort as text; PostgreSQL reads the same. */
  #at(offsetMs: number): string {
    return new Date(this.#clock.now() + offsetMs).toISOString();
  }
}

/** In the usual spelling: the account library writes every zero of IPv6. */
function shownAddress(stored: string): string {
  const address = plainAddress(stored) ?? "";
  return address === loopbackNetwork ? "::1" : address;
}
