import type { Clock } from "@parley/core";
import { type RawBuilder, sql } from "kysely";
import type { ConsoleDatabase, Queries } from "../database/console-database.ts";

/** An agent whose last page, app or call is longer ago than this is not there, unless they said otherwise. Milliseconds. */
export const defaultPresenceMs = 5 * 60_000;
/** How stale `seen_at` may get before it is written again: at most this, and a tenth of the limit. */
const seenStepMs = 30_000;
/** How often an open page gives a sign of life: at least this, and four times within the limit. */
const signOfLifeMs = 60_000;

/** What an agent chose; an absent field stays. */
export interface PresenceChoice {
  readonly available?: boolean;
  /** To count as there when the page is closed, for as long as a session of theirs stands. */
  readonly withoutPage?: boolean;
}

/** One agent's presence. */
export interface AgentPresence {
  /** Their durable choice: whether they answer visitors when they are there. */
  readonly available: boolean;
  readonly withoutPage: boolean;
  /** Available and there: visitors are told that somebody is. */
  readonly present: boolean;
}

/** One agent's presence, and what visitors see of all of them. */
export interface PresenceView extends AgentPresence {
  /** Whether anybody is present: the channel's status (§4.1). */
  readonly anyAvailable: boolean;
}

const nobody: AgentPresence = Object.freeze({
  available: false,
  withoutPage: false,
  present: false,
});

/**
 * Who is there to answer (ruling 2). Being present is a choice and being there: the choice is durable and holds until
 * the agent takes it back or signs out; being there ends some minutes after the agent's last page, app or call.
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

  /** How often an open page should ask for something. Milliseconds. */
  get signOfLifeMs(): number {
    return Math.min(signOfLifeMs, this.#limitMs / 4);
  }

  /** How often it is worth looking who is there. Milliseconds. */
  get lookMs(): number {
    return Math.min(5_000, this.#limitMs / 5);
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

  /** Notes that the agent is still about. Cheap enough for every request. */
  async see(accountId: string): Promise<void> {
    const now = this.#clock.now();
    const stepMs = Math.min(seenStepMs, this.#limitMs / 10);
    await sql`update presence set seen_at = ${now} where account_id = ${accountId} and available = 1
      and (seen_at < ${now - stepMs} or seen_at > ${now + stepMs})`.execute(this.#queries);
  }

  /** Everybody who ever chose, by account. */
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

  /** Whether any agent could answer now. */
  async isAnyPresent(): Promise<boolean> {
    const { rows } = await sql`select 1 from presence where ${this.#isPresent()} limit 1`.execute(
      this.#queries,
    );
    return rows.length > 0;
  }

  /** An instant far ahead is one of a clock that was wrong. */
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

/** One agent's view of what `Presence.all` answered. */
export function viewIn(all: ReadonlyMap<string, AgentPresence>, accountId: string): PresenceView {
  const anyAvailable = all.values().some(({ present }) => present);
  return { ...(all.get(accountId) ?? nobody), anyAvailable };
}
