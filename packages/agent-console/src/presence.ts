import type { Clock } from "@parley/core";
import type { ConsoleDatabase } from "./console-database.ts";

/** An agent who has neither asked for anything nor had a page open for this long no longer counts as present. */
export const presenceLimitMs = 12 * 60 * 60 * 1_000;
/** How stale `seen_at` may get before it is written again. */
const seenStepMs = 60_000;

/**
 * Who is there to answer. Availability is each agent's own durable choice: it holds over restarts, until the agent
 * takes it back, signs out, or has not been seen for `presenceLimitMs`.
 */
export class Presence {
  readonly #clock: Clock;
  readonly #choose;
  readonly #see;
  readonly #find;
  readonly #any;

  constructor(database: ConsoleDatabase, clock: Clock) {
    this.#clock = clock;
    const { connection } = database;
    this.#choose = connection.prepare<[string, number, number]>(
      `insert into presence (account_id, available, seen_at) values (?, ?, ?)
       on conflict (account_id) do update set available = excluded.available, seen_at = excluded.seen_at`,
    );
    this.#see = connection.prepare<[number, string, number]>(
      "update presence set seen_at = ? where account_id = ? and available = 1 and seen_at < ?",
    );
    this.#find = connection
      .prepare<[string, number], number>(
        "select available from presence where account_id = ? and seen_at > ?",
      )
      .pluck();
    this.#any = connection
      .prepare<[number], number>(
        "select 1 from presence where available = 1 and seen_at > ? limit 1",
      )
      .pluck();
  }

  choose(accountId: string, available: boolean): void {
    this.#choose.run(accountId, available ? 1 : 0, this.#clock.now());
  }

  /** Notes that the agent is still about. Cheap enough for every request. */
  see(accountId: string): void {
    const now = this.#clock.now();
    this.#see.run(now, accountId, now - seenStepMs);
  }

  isAvailable(accountId: string): boolean {
    return this.#find.get(accountId, this.#clock.now() - presenceLimitMs) === 1;
  }

  /** Whether any agent could answer now. */
  isAnyAvailable(): boolean {
    return this.#any.get(this.#clock.now() - presenceLimitMs) === 1;
  }
}
