import type { Session } from "../connection/session.ts";
import { statement } from "../statements/statement.ts";

/**
 * Between the instant of a message and the first row that its transaction writes. A node waits less than 3 s for
 * connections and locks; the rest is for clocks that differ.
 */
const startMs = 10_000;
/** The cursor is written no more often, since it is only needed to read less. */
const writtenEveryMs = 5_000;
/** How often all conversations are compared with the index. */
const walkedEveryMs = 3_600_000;

/**
 * How far the index is. Conversations that were active from `activeFrom` on are compared with the index at every step.
 * A transaction may commit long after its instant, so `activeFrom` follows only when all transactions have ended that
 * could still commit an earlier one. A mark tells: an instant, and the id of the transaction that set it. Whatever
 * began to write earlier has a lower id.
 * A walk compares all conversations. The first one indexes what an older gateway has left.
 */
export interface SearchCursor {
  readonly activeFrom: number;
  readonly markedAt: number;
  /** `null`: the id of this transaction. */
  readonly markedXid: number | null;
  /** Number of the conversation up to which the walk has come; `null` when none is under way. */
  readonly walkedTo: number | null;
  /** Start of the last walk; 0 when there was none. */
  readonly walkedAt: number;
}

interface ReadCursor extends SearchCursor {
  readonly markedXid: number;
  /** All transactions with a lower id have ended. */
  readonly oldestXid: number;
  /** All transactions with this id or a higher one have not ended. */
  readonly newestXid: number;
  /** Instant of the newest message; `null` when there is none. */
  readonly newestAt: number | null;
}

const read =
  statement(`select active_from as "activeFrom", marked_at as "markedAt", marked_xid as "markedXid",
    walked_to as "walkedTo", walked_at as "walkedAt",
    pg_snapshot_xmin(pg_current_snapshot())::text::bigint as "oldestXid",
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint as "newestXid",
    (select max(last_message_at) from conversations) as "newestAt"
  from search_cursor`);
const write = statement(`update search_cursor
  set active_from = $1, marked_at = $2, marked_xid = coalesce($3, pg_current_xact_id()::text::bigint), walked_to = $4, walked_at = $5`);

/** The cursor during a step at `now`. */
export class CursorStep {
  readonly #now: number;
  readonly #found: ReadCursor;
  readonly #cursor: SearchCursor;
  /** Whether all transactions from before the mark have ended. */
  readonly #isMarkPassed: boolean;

  private constructor(found: ReadCursor, now: number) {
    // A database that was restored elsewhere has other ids.
    const isUnmarked = found.markedXid === 0 || found.markedXid >= found.newestXid;
    const latest = now - startMs;
    this.#now = now;
    this.#found = found;
    this.#isMarkPassed = !isUnmarked && found.oldestXid >= found.markedXid;
    this.#cursor = isUnmarked
      ? { activeFrom: latest, markedAt: now, markedXid: null, walkedTo: null, walkedAt: 0 }
      : // The clock may have been set back.
        { ...found, activeFrom: Math.min(found.activeFrom, latest) };
  }

  /** Call it first, so that later statements see everything that ended transactions have committed. */
  static async read(session: Session, now: number): Promise<CursorStep> {
    const [found] = await session.rows<ReadCursor>(read);
    if (found === undefined) throw new Error("search_cursor has no row");
    return new CursorStep(found, now);
  }

  get activeFrom(): number {
    return this.#cursor.activeFrom;
  }

  /** Whether the walk is not over that every index begins with. */
  get isNew(): boolean {
    return this.#cursor.walkedAt === 0 || this.#cursor.walkedTo !== null;
  }

  /** Behind which conversation the walk goes on; `null` when it is not time for one. */
  get walkFrom(): number | null {
    const { walkedTo, walkedAt } = this.#cursor;
    if (walkedTo !== null) return walkedTo;
    const isDue = walkedAt === 0 || Math.abs(this.#now - walkedAt) >= walkedEveryMs;
    return isDue && this.#isMarkPassed ? 0 : null;
  }

  /**
   * Stores how far the index is.
   * @param hasAllActive whether every active conversation is indexed
   * @param walkedTo where the walk has come; `null` at its end or without one
   */
  store(session: Session, hasAllActive: boolean, walkedTo: number | null): void {
    const cursor = {
      ...this.#cursor,
      ...this.#walked(walkedTo),
      ...(hasAllActive ? this.#marked() : {}),
    };
    const { activeFrom, markedAt, markedXid, walkedAt } = cursor;
    const values = [activeFrom, markedAt, markedXid, cursor.walkedTo, walkedAt] as const;
    const found = this.#found;
    const old = [found.activeFrom, found.markedAt, found.markedXid, found.walkedTo, found.walkedAt];
    // An idle gateway writes nothing.
    if (values.some((value, index) => value !== old[index])) session.run(write, ...values);
  }

  #walked(walkedTo: number | null): Partial<SearchCursor> {
    if (this.walkFrom === null) return {};
    const isFirst = this.#cursor.walkedTo === null;
    return { walkedTo, walkedAt: isFirst ? this.#now : this.#cursor.walkedAt };
  }

  #marked(): Partial<SearchCursor> {
    const { activeFrom, markedAt } = this.#cursor;
    const { newestAt } = this.#found;
    const isDue = this.#now - markedAt >= writtenEveryMs && (newestAt ?? 0) >= activeFrom;
    if (!isDue || !this.#isMarkPassed) return {};
    return {
      activeFrom: Math.max(activeFrom, markedAt - startMs),
      markedAt: this.#now,
      markedXid: null,
    };
  }
}
