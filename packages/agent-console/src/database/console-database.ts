import type { Kysely } from "kysely";
import type { RateLimiterAbstract } from "rate-limiter-flexible";
import type { AttemptLimitOptions } from "../sign-in/attempt-limit.ts";

/** Queries on the whole database, or inside one transaction. Their SQL works on SQLite and PostgreSQL. */
export type Queries = Kysely<unknown>;

/**
 * Storage of the console. Called by all console services. Implemented over SQLite for one gateway, and over PostgreSQL
 * for several nodes. Both have the same tables and columns: better-auth's, open links, presence, and the secret that
 * signs session cookies.
 */
export interface ConsoleDatabase {
  readonly kind: "sqlite" | "postgres";
  readonly queries: Queries;
  /** Signs session cookies. Created once, and the same on every node. */
  readonly secret: string;
  /**
   * Runs `work` as one transaction. Only one such transaction runs at a time, over all nodes. Inside, use only
   * `queries`.
   */
  runExclusively<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** As `runExclusively`, but only one at a time for the same conversation. SQLite runs one at a time in any case. */
  runForConversation<Result>(
    conversationId: string,
    work: (queries: Queries) => Promise<Result>,
  ): Promise<Result>;
  /** Within a transaction: waits until no other one holds the same name, and holds it until the end. */
  hold(queries: Queries, name: string): Promise<void>;
  /**
   * `runForConversation` for work that deletes what people wrote about an erased conversation. `work` returns whether
   * there was any. Then nothing of it is left in a SQLite file of up to 4 MiB, nor in one of up to 256 MiB after the next
   * start. Ids go at once.
   */
  forget(conversationId: string, work: (queries: Queries) => Promise<boolean>): Promise<void>;
  /** Runs `work` on one node at a time, for example to create tables. `work` may use the database as usual. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Counts attempts over all nodes. `name` separates the keys of different limits. */
  limiter(name: string, options: AttemptLimitOptions): RateLimiterAbstract;
  close(): Promise<void>;
}

/** An instant as better-auth stores it: text in SQLite, a date in PostgreSQL. */
export type StoredInstant = string | Date;

/** Epoch milliseconds. */
export function instantOf(stored: StoredInstant): number {
  return new Date(stored).getTime();
}
