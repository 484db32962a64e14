import type { Clock } from "@parley/core";
import { type Role, roleOf } from "./accounts.ts";
import type { ConsoleDatabase } from "./console-database.ts";

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
  readonly createdAt: string;
  readonly updatedAt: string;
}

const seenStepMs = 60_000;

/** Who is signed in where: read, and ended, in the table that better-auth made. */
export class Sessions {
  readonly #clock: Clock;
  readonly #list;
  readonly #see;
  readonly #role;
  readonly #end;
  readonly #endOthers;

  constructor({ connection }: ConsoleDatabase, clock: Clock) {
    this.#clock = clock;
    this.#list = connection.prepare<[string, string], Row>(
      `select id, userAgent, ipAddress, createdAt, updatedAt from session
       where userId = ? and expiresAt > ? order by updatedAt desc, id`,
    );
    this.#see = connection.prepare<[string, string, string]>(
      "update session set updatedAt = ? where id = ? and updatedAt < ?",
    );
    this.#role = connection
      .prepare<[string, string], string | null>(
        `select u.role from session s join "user" u on u.id = s.userId
         where s.id = ? and s.expiresAt > ? and coalesce(u.banned, 0) = 0`,
      )
      .pluck();
    this.#end = connection.prepare<[string, string]>(
      "delete from session where userId = ? and id = ?",
    );
    this.#endOthers = connection
      .prepare<[string, string], string>(
        "delete from session where userId = ? and id <> ? returning id",
      )
      .pluck();
  }

  /** The most recently used first. */
  listOf(accountId: string): readonly SessionFacts[] {
    return this.#list.all(accountId, this.#at(0)).map((row) => ({
      id: row.id,
      userAgent: row.userAgent ?? "",
      address: row.ipAddress ?? "",
      startedAt: Date.parse(row.createdAt),
      lastSeenAt: Date.parse(row.updatedAt),
    }));
  }

  /** Notes that the session is in use. Cheap enough for every request. */
  see(id: string): void {
    this.#see.run(this.#at(0), id, this.#at(-seenStepMs));
  }

  /** Whether it still stands: neither ended nor expired, and its account not disabled. */
  isLive(id: string): boolean {
    return this.roleOf(id) !== null;
  }

  /** The role that its account has now; `null` when it stands no more. */
  roleOf(id: string): Role | null {
    const role = this.#role.get(id, this.#at(0));
    return role === undefined ? null : roleOf(role);
  }

  /** `false` when the account has no such session. */
  end(accountId: string, id: string): boolean {
    return this.#end.run(accountId, id).changes > 0;
  }

  /** Ends all of an account's sessions but `keptId`; answers which. */
  endOthers(accountId: string, keptId: string | null): readonly string[] {
    return this.#endOthers.all(accountId, keptId ?? "");
  }

  /** As better-auth writes instants; they sort as text. */
  #at(offsetMs: number): string {
    return new Date(this.#clock.now() + offsetMs).toISOString();
  }
}
