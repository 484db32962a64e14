import type { Session } from "../connection/session.ts";
import { statement } from "../statements/statement.ts";
import type { CursorStep } from "./search-cursor.ts";

/** Conversations that a walk compares at once. */
const walkPage = 500;

const lacks = "(s.conversation is null or s.sequence < c.last_sequence)";
const withOtherProfiles = statement("select conversation from search_due limit $1");
const active = statement(`select c.conversation from conversations c
  left join search_visitors s on s.conversation = c.conversation
  where c.last_message_at >= $1 and ${lacks} order by c.last_message_at, c.conversation limit $2`);
const walked = statement(`select c.conversation, ${lacks} as lacks from conversations c
  left join search_visitors s on s.conversation = c.conversation
  where c.conversation > $1 order by c.conversation limit $2`);

interface Found {
  readonly conversation: number;
}

interface Walked extends Found {
  readonly lacks: boolean;
}

/** How far the index is once some of the due conversations are indexed. */
export interface Reached {
  readonly hasAllActive: boolean;
  /** Where the walk has come; `null` at its end or without one. */
  readonly walkedTo: number | null;
  /** Whether nothing else is due. */
  readonly isAll: boolean;
}

/** Conversations that the index is behind on: those with news, and those that the walk comes upon. */
export class DueConversations {
  readonly #cursor: CursorStep;
  readonly #limit: number;
  readonly #changed: readonly Found[];
  readonly #news: readonly Found[];
  readonly #page: readonly Walked[];

  private constructor(
    cursor: CursorStep,
    limit: number,
    changed: readonly Found[],
    news: readonly Found[],
    page: readonly Walked[],
  ) {
    this.#cursor = cursor;
    this.#limit = limit;
    this.#changed = changed;
    this.#news = news;
    this.#page = page;
  }

  /** Finds some of each, without a lock. */
  static async find(
    session: Session,
    cursor: CursorStep,
    limit: number,
  ): Promise<DueConversations> {
    const { walkFrom } = cursor;
    const [changed, news, page] = await Promise.all([
      session.rows<Found>(withOtherProfiles, limit),
      session.rows<Found>(active, cursor.activeFrom, limit),
      walkFrom === null ? [] : session.rows<Walked>(walked, walkFrom, walkPage),
    ]);
    return new DueConversations(cursor, limit, changed, news, page);
  }

  /** Those with news come first. */
  get numbers(): readonly number[] {
    const lacking = this.#page.filter(({ lacks: isLacking }) => isLacking).slice(0, this.#limit);
    const all = [...this.#changed, ...this.#news, ...lacking];
    return [...new Set(all.map(({ conversation }) => conversation))];
  }

  /** `left`: those of `numbers` that are not whole in the index. */
  reachedWithout(left: ReadonlySet<number>): Reached {
    const given = new Set(this.numbers);
    const isIndexed = ({ conversation }: Found) =>
      given.has(conversation) && !left.has(conversation);
    const hasAllActive = this.#news.length < this.#limit && this.#news.every(isIndexed);
    const hasAllChanged = this.#changed.length < this.#limit;
    const walkedTo = this.#walkedTo(isIndexed);
    const isWalking = walkedTo !== null || (this.#cursor.isNew && this.#cursor.walkFrom === null);
    return { hasAllActive, walkedTo, isAll: hasAllActive && hasAllChanged && !isWalking };
  }

  #walkedTo(isIndexed: (one: Found) => boolean): number | null {
    const { walkFrom } = this.#cursor;
    if (walkFrom === null) return null;
    const stop = this.#page.findIndex((one) => one.lacks && !isIndexed(one));
    if (stop >= 0) return this.#page[stop - 1]?.conversation ?? walkFrom;
    const isEnd = this.#page.length < walkPage;
    return isEnd ? null : (this.#page.at(-1)?.conversation ?? null);
  }
}
