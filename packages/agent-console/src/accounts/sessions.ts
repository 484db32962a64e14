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
  /** The `User-Agent` header: untrusted text, may be empty. */
  readonly userAgent: string;
  /** Client address. For IPv6 only the network (the first 64 bits). */
  readonly address: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Epoch milliseconds, accurate to one minute while the page sends requests. */
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
/** IPv6 addresses are stored as their first 64 bits. Only `::1` gives this value. */
const loopbackNetwork = "::";

/** Reads and ends sessions, in better-auth's table. */
export class Sessions {
  readonly #queries: Queries;
  readonly #clock: Clock;

  constructor({ queries }: Pick<ConsoleDatabase, "queries">, clock: Clock) {
    this.#queries = queries;
    this.#clock = clock;
  }

  /** Most recently used first. */
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

  /** Records that the session is in use. Cheap enough for every request. */
  async see(id: string): Promise<void> {
    await sql`update session set "updatedAt" = ${this.#at(0)}
      where id = ${id} and "updatedAt" < ${this.#at(-seenStepMs)}`.execute(this.#queries);
  }

  /** Whether the session is valid: not ended, not expired, account not disabled. */
  async isLive(id: string): Promise<boolean> {
    return (await this.roleOf(id)) !== null;
  }

  /** The account's current role; `null` when the session is no longer valid. */
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

  /** Ends all sessions of an account except `keptId`. Returns their ids. */
  async endOthers(accountId: string, keptId: string | null): Promise<readonly string[]> {
    const ended = await sql<{ readonly id: string }>`delete from session
      where "userId" = ${accountId} and id <> ${keptId ?? ""} returning id`.execute(this.#queries);
    return ended.rows.map(({ id }) => id);
  }

  /** In better-auth's text format for SQLite, which sorts as text. PostgreSQL parses it too. */
  #at(offsetMs: number): string {
    return new Date(this.#clock.now() + offsetMs).toISOString();
  }
}

/** better-auth writes IPv6 addresses in full. This gives the usual short form. */
function shownAddress(stored: string): string {
  const address = plainAddress(stored) ?? "";
  return address === loopbackNetwork ? "::1" : address;
}
