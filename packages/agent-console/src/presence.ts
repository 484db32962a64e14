import type { Clock } from "@parley/core";
import { sql } from "kysely";
import type { ConsoleDatabase, Queries } from "./console-database.ts";

/** An agent who has neither asked for anything nor had a page open for this long no longer counts as present. */
export const presenceLimitMs = 12 * 60 * 60 * 1_000;
/** How stale `seen_at` may get before it is written again. */
const seenStepMs = 60_000;

/**
 * Who is there to answer. Availability is each agent's own durable choice: it holds over restarts, until the agent
 * takes it back, signs out, or has not been seen for `presenceLimitMs`.
 */
export class Presence {
  readonly #queries: Queries;
  readonly #clock: Clock;

  constructor({ queries }: Pick<ConsoleDatabase, "queries">, clock: Clock) {
    this.#queries = queries;
    this.#clock = clock;
  }

  async choose(accountId: string, available: boolean): Promise<void> {
    await sql`insert into presence (account_id, available, seen_at)
      values (${accountId}, ${available ? 1 : 0}, ${this.#clock.now()})
      on conflict (account_id) do update
      set available = excluded.available, seen_at = excluded.seen_at`.execute(this.#queries);
  }

  /** Notes that the agent is still about. Cheap enough for every request. */
  async see(accountId: string): Promise<void> {
    const now = this.#clock.now();
    await sql`update presence set seen_at = ${now}
      where account_id = ${accountId} and available = 1
      and seen_at < ${now - seenStepMs}`.execute(this.#queries);
  }

  async isAvailable(accountId: string): Promise<boolean> {
    const { rows } = await sql`select 1 from presence
      where account_id = ${accountId} and available = 1
      and seen_at > ${this.#clock.now() - presenceLimitMs}`.execute(this.#queries);
    return rows.length > 0;
  }

  /** Whether any agent could answer now. */
  async isAnyAvailable(): Promise<boolean> {
    const { rows } = await sql`select 1 from presence
      where available = 1 and seen_at > ${this.#clock.now() - presenceLimitMs}
      limit 1`.execute(this.#queries);
    return rows.length > 0;
  }
}
