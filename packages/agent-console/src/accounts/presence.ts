import type { Clock } from "@parley/core";
import { type RawBuilder, sql } from "kysely";
import type { ConsoleDatabase, Queries } from "../database/console-database.ts";

/**
 * Default time after which an agent no longer counts as present. It starts at the last request of their page or app.
 * Milliseconds.
 */
export const defaultPresenceMs = 5 * 60_000;
/** `seen_at` is written again when older than this, or than a tenth of the limit. Milliseconds. */
const seenStepMs = 30_000;
/** An open page sends a request at least this often, and at least four times within the limit. Milliseconds. */
const signOfLifeMs = 60_000;

/** What an agent chose. An absent field stays as it is. */
export interface PresenceChoice {
  readonly available?: boolean;
  /** Stay present with the page closed, as long as the agent has a session. */
  readonly withoutPage?: boolean;
}

/** One agent's presence. */
export interface AgentPresence {
  /** The agent's stored choice: whether they answer visitors while they are there. */
  readonly available: boolean;
  readonly withoutPage: boolean;
  /** Available and there: visitors see that an agent is present. */
  readonly present: boolean;
}

/** One agent's presence, and the presence that visitors see. */
export interface PresenceView extends AgentPresence {
  /** Whether any agent is present: the channel's status (§4.1). */
  readonly anyAvailable: boolean;
}

const nobody: AgentPresence = Object.freeze({
  available: false,
  withoutPage: false,
  present: false,
});

/**
 * Which agents are present (ruling 2). An agent is present who chose to be available and was seen recently. The choice
 * is stored until the agent changes it or signs out. Being seen expires some minutes after the last request of the
 * agent's page or app.
 */
export class Presence {
  readonly #queries: Queries;
  readonly #clock: Clock;
  readonly #limitMs: number;

  constructor(
    { queries }: Pick<ConsoleDatabase, "queries">,
    clock: Clock,
    limitMs: number = defaultPresenceMs,
  ) {
    this.#queries = queries;
    this.#clock = clock;
    this.#limitMs = limitMs;
  }

  /** How often an open page should send a request. Milliseconds. */
  get signOfLifeMs(): number {
    return Math.min(signOfLifeMs, this.#limitMs / 4);
  }

  /** How often to poll for changes of presence. Milliseconds. */
  get lookMs(): number {
    return Math.min(5_000, this.#limitMs / 5);
  }

  /** Whether somebody counts as there whose session was last written at this instant: at most once a minute. */
  isRecent(seenAt: number): boolean {
    return Math.abs(this.#clock.now() - seenAt) < Math.max(this.#limitMs, 2 * signOfLifeMs);
  }

  async choose(accountId: string, { available, withoutPage }: PresenceChoice): Promise<void> {
    const now = this.#clock.now();
    const kept = (column: string, value: boolean | undefined) =>
      value === undefined ? sql.ref(`presence.${column}`) : sql.ref(`excluded.${column}`);
    await sql`insert into presence (account_id, available, without_page, seen_at)
      values (${accountId}, ${available === true ? 1 : 0}, ${withoutPage === true ? 1 : 0}, ${now})
      on conflict (account_id) do update set available = ${kept("available", available)},
      without_page = ${kept("without_page", withoutPage)},
      seen_at = excluded.seen_at`.execute(this.#queries);
  }

  /** Records that the agent is active. Cheap enough for every request. */
  async see(accountId: string): Promise<void> {
    const now = this.#clock.now();
    const stepMs = Math.min(seenStepMs, this.#limitMs / 10);
    await sql`update presence set seen_at = ${now} where account_id = ${accountId} and available = 1
      and (seen_at < ${now - stepMs} or seen_at > ${now + stepMs})`.execute(this.#queries);
  }

  /** Presence of every agent who ever chose, by account. */
  async all(): Promise<ReadonlyMap<string, AgentPresence>> {
    const { rows } = await sql<Row>`select account_id, available, without_page,
      case when ${this.#isPresent()} then 1 else 0 end as present from presence`.execute(
      this.#queries,
    );
    return new Map(
      rows.map(({ account_id, available, without_page, present }) => [
        account_id,
        { available: available === 1, withoutPage: without_page === 1, present: present === 1 },
      ]),
    );
  }

  async viewOf(accountId: string): Promise<PresenceView> {
    return viewIn(await this.all(), accountId);
  }

  /** Whether any agent is present now. */
  async isAnyPresent(): Promise<boolean> {
    const { rows } = await sql`select 1 from presence where ${this.#isPresent()} limit 1`.execute(
      this.#queries,
    );
    return rows.length > 0;
  }

  /** An instant far in the future comes from a wrong clock and does not count. */
  #isPresent(): RawBuilder<unknown> {
    const now = this.#clock.now();
    return sql`available = 1 and (
      (seen_at > ${now - this.#limitMs} and seen_at < ${now + this.#limitMs})
      or (without_page = 1 and exists (select 1 from session s
        where s."userId" = presence.account_id and s."expiresAt" > ${new Date(now).toISOString()})))`;
  }
}

interface Row {
  readonly account_id: string;
  readonly available: number;
  readonly without_page: number;
  readonly present: number;
}

/** Picks one agent's view from the result of `Presence.all`. */
export function viewIn(all: ReadonlyMap<string, AgentPresence>, accountId: string): PresenceView {
  const anyAvailable = all.values().some(({ present }) => present);
  return { ...(all.get(accountId) ?? nobody), anyAvailable };
}
