import type { PurgeStep, RetentionStore } from "@parley/core";
import { cursorOf } from "@parley/core/sql-store";
import { lockConversation } from "../lanes/conversation-locks.ts";
import type { Database } from "../connection/database.ts";
import { forgetUnusedKeys } from "../rows/idempotency.ts";
import { eraseConversation, forgetDeliveries } from "./erase.ts";
import type { Session } from "../connection/session.ts";
import { expireEntries } from "../state/expired-entries.ts";
import { statement } from "../statements/statement.ts";
import { codeOf } from "../connection/store-error.ts";

/** Number of deliveries that one call reads. */
const deliveriesPerStep = 500;

/**
 * Maximum difference between the nodes' clocks. Sequences rise with time, apart from that. A conversation whose first
 * message is newer than the limit by more than this has nothing old, and is skipped without a lock.
 */
const clocksApartMs = 60_000;

interface Candidate {
  readonly number: number;
  readonly id: string;
  readonly mayBeOld: boolean;
}

interface Old {
  readonly sequence: number;
  readonly messageSequence: number;
}

const candidates =
  statement(`select c.conversation as number, c.id, c.last_message_at < $2 or coalesce((select d.accepted_at < $2
      from deliveries d where d.conversation = c.conversation order by d.sequence limit 1), false) as "mayBeOld"
  from conversations c where c.conversation >= $1 order by c.conversation limit $3`);
const page = statement(`select sequence from deliveries where conversation = $1 and sequence > $2
  order by sequence limit $3`);
// A message with a waiting delivery keeps all its deliveries.
const oldOnes =
  statement(`select d.sequence, d.message_sequence as "messageSequence" from deliveries d
  where d.conversation = $1 and d.sequence > $2 and d.sequence <= $3 and d.kind < 2 and d.state <> 0
    and d.accepted_at < $4 and d.message_sequence <> all (
      select w.message_sequence from deliveries w where w.conversation = $1 and w.queued and w.state = 0
      union all
      select h.message_sequence from lanes l join deliveries h on h.conversation = l.conversation and h.sequence = l.head
        where l.conversation = $1)
  order by d.sequence`);
const waits = statement("select 1 as one from lanes where conversation = $1 limit 1");

interface Position {
  readonly number: number;
  readonly sequence: number;
}

/** Result of one transaction, and where to continue. */
interface Forgotten {
  readonly whole: boolean;
  readonly messages: number;
  readonly looked: number;
  readonly next: Position;
}

/** `RetentionStore` on PostgreSQL. A cursor is a conversation's number and the last sequence read. */
export class PostgresRetentionStore implements RetentionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async purge(before: number, cursor: string | null, limit: number): Promise<PurgeStep> {
    const [number = 0, sequence = 0] =
      cursor === null ? [] : (cursorOf({ before: cursor, limit }, 2) ?? []);
    const oldest = before + clocksApartMs;
    const found = await this.#database.read<Candidate>(candidates, number, oldest, limit);
    const isLast = found.length < limit;
    let at: Position = { number, sequence };
    let left = deliveriesPerStep;
    let conversations = 0;
    let messages = 0;
    for (const one of found) {
      const from = one.number === number ? sequence : 0;
      if (!one.mayBeOld && from === 0) {
        at = after(one);
        continue;
      }
      const forgotten = await this.#one(one, from, before, left);
      conversations += forgotten.whole ? 1 : 0;
      messages += forgotten.messages;
      left -= forgotten.looked;
      at = forgotten.next;
      if (left <= 0) return { conversations, messages, next: cursorAt(at) };
    }
    return { conversations, messages, next: isLast ? null : cursorAt(at) };
  }

  expireEntries(now: number, limit: number): Promise<number> {
    return expireEntries(this.#database, now, limit);
  }

  /** One transaction per conversation, so that each lock is held only briefly. */
  async #one(found: Candidate, from: number, before: number, most: number): Promise<Forgotten> {
    try {
      return await this.#database.write((session) => forget(session, found, from, before, most));
    } catch (error) {
      if (!isLocked(error)) throw error;
      return { whole: false, messages: 0, looked: 0, next: after(found) };
    }
  }
}

async function forget(
  session: Session,
  candidate: Candidate,
  from: number,
  before: number,
  most: number,
): Promise<Forgotten> {
  const { number, id } = candidate;
  const row = await lockConversation(session, id);
  if (row === undefined) return { whole: false, messages: 0, looked: 0, next: after(candidate) };
  const looked = await session.rows<{ sequence: number }>(page, number, from, most);
  const last = looked.at(-1)?.sequence ?? from;
  const old = await session.rows<Old>(oldOnes, number, from, last, before);
  const sequences = old.map(({ sequence }) => sequence);
  if (sequences.length > 0) {
    forgetDeliveries(session, row, sequences);
    forgetUnusedKeys(session, number, sequences);
  }
  const messages = old.filter(
    ({ sequence, messageSequence }) => sequence === messageSequence,
  ).length;
  const step = { messages, looked: looked.length };
  if (looked.length === most) return { ...step, whole: false, next: { number, sequence: last } };
  const isIdle = row.current.lastMessageAt < before;
  const whole = isIdle && (await session.rows(waits, number)).length === 0;
  if (whole) await eraseConversation(session, id);
  return { ...step, whole, next: after(candidate) };
}

function after({ number }: Candidate): Position {
  return { number: number + 1, sequence: 0 };
}

function cursorAt({ number, sequence }: Position): string {
  return `${number}-${sequence}`;
}

/** Another call holds the lock. The next purge handles that conversation. */
function isLocked(error: unknown): boolean {
  return codeOf(error) === "55P03" || codeOf((error as { cause?: unknown }).cause) === "55P03";
}
