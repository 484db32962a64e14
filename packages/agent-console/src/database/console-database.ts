import type { Kysely } from "kysely";
import type { RateLimiterAbstract } from "rate-limiter-flexible";
import type { AttemptLimitOptions } from "../sign-in/attempt-limit.ts";

/** What statements run on: the whole database, or one transaction. They are written in words that both kinds know. */
export type Queries = Kysely<unknown>;

/**
 * Called by everything of the console that lasts; implemented over a file, for one gateway, and over PostgreSQL, for as
 * many nodes as share it. Tables and columns have the same names in both: better-auth's, open links, the agents'
 * presence, and the key that signs session cookies.
 */
export interface ConsoleDatabase {
  readonly kind: "sqlite" | "postgres";
  readonly queries: Queries;
  /** Signs session cookies; made once, the same on every node. */
  readonly secret: string;
  /** Runs `work` as one transaction, one such at a time over all nodes. Inside, only `queries` may be used. */
  runExclusively<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** Runs what may happen on one node at a time only, such as making tables; `work` uses the database as always. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Counts tries, over all nodes. `name` keeps the keys of several such counts apart. */
  limiter(name: string, options: AttemptLimitOptions): RateLimiterAbstract;
  close(): Promise<void>;
}

/** An instant of better-auth's: text in a file, a date from PostgreSQL. */
export type StoredInstant = string | Date;

/** Epoch milliseconds. */
export function instantOf(stored: StoredInstant): number {
  return new Date(stored).getTime();
}
