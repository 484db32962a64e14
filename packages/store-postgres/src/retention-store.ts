import type { PurgeStep, RetentionStore } from "@parley/core";
import { ConversationRows } from "./conversation-rows.ts";
import type { Database } from "./database.ts";
import { eraseConversation } from "./erase.ts";
import { forgetIdentitiesOf } from "./identities.ts";
import { cursorOf } from "./page.ts";
import type { Session } from "./session.ts";
import { statement } from "./statement.ts";
import { codeOf } from "./store-error.ts";

/** How many deliveries one call looks at. */
const deliveriesLookedAt = 500;

interface Candidate {
  readonly number: number;
  readonly id: string;
}

interface Old {
  readonly sequence: number;
  readonly messageSequence: number;
}

const candidate = statement(
  "select conversation as number, id from conversations where conversation >= $1 order by conversation limit 1",
);
const page = statement(`select sequence from deliveries where conversation = $1 and sequence > $2
  order by sequence limit $3`);
// A message of which a delivery waits stays, with all its deliveries.
const oldOnes =
  statement(`select d.sequence, d.message_sequence as "messageSequence" from deliveries d
  where d.conversation = $1 and d.sequence > $2 and d.sequence <= $3 and d.kind < 2 and d.state <> 0
    and d.accepted_at < $4 and d.message_sequence <> all (
      select w.message_sequence from deliveries w where w.conversation = $1 and w.state = 0)
  order by d.sequence`);
const remove = statement(
  "delete from deliveries where conversation = $1 and sequence = any($2::bigint[])",
);
const waits = statement("select 1 as one from lanes where conversation = $1 limit 1");

interface Position {
  readonly number: number;
  readonly sequence: number;
}

/** What one transaction has forgotten, and where to go on. */
interface Forgotten {
  readonly whole: boolean;
  readonly messages: number;
  readonly looked: number;
  readonly next: Position;
}

/** `RetentionStore` on PostgreSQL. A cursor is a conversation's number and the last sequence that was looked at. */
export class PostgresRetentionStore implements RetentionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async purge(before: number, cursor: string | null, limit: number): Promise<PurgeStep> {
    const [number = 0, sequence = 0] =
      cursor === null ? [] : (cursorOf({ before: cursor, limit }, 2) ?? []);
    let at: Position | null = { number, sequence };
    let left = deliveriesLookedAt;
    let conversations = 0;
    let messages = 0;
    for (let looked = 0; looked < limit && at !== null && left > 0; looked += 1) {
      const forgotten: Forgotten | null = await this.#one(at, before, left);
      conversations += forgotten?.whole === true ? 1 : 0;
      messages += forgotten?.messages ?? 0;
      left -= forgotten?.looked ?? 0;
      at = forgotten?.next ?? null;
    }
    return { conversations, messages, next: at === null ? null : `${at.number}-${at.sequence}` };
  }

  /** Each conversation in a transaction of its own: its lock is held no longer than for its own sake. */
  async #one(at: Position, before: number, most: number): Promise<Forgotten | null> {
    const [found] = await this.#database.read<Candidate>(candidate, at.number);
    if (found === undefined) return null;
    const from = found.number === at.number ? at.sequence : 0;
    try {
      return await this.#database.write((session) => forget(session, found, from, before, most));
    } catch (error) {
      if (!isLocked(error)) throw error;
      return {
        whole: false,
        messages: 0,
        looked: 0,
        next: { number: found.number + 1, sequence: 0 },
      };
    }
  }
}

async function forget(
  session: Session,
  { number, id }: Candidate,
  from: number,
  before: number,
  most: number,
): Promise<Forgotten> {
  const after = { number: number + 1, sequence: 0 };
  const rows = new ConversationRows();
  await rows.lock(session, [id], []);
  const row = rows.byId(id);
  if (row === undefined) return { whole: false, messages: 0, looked: 0, next: after };
  const looked = await session.rows<{ sequence: number }>(page, number, from, most);
  const last = looked.at(-1)?.sequence ?? from;
  const old = await session.rows<Old>(oldOnes, number, from, last, before);
  const sequences = old.map(({ sequence }) => sequence);
  if (sequences.length > 0) {
    forgetIdentitiesOf(session, row, sequences);
    session.run(remove, number, sequences);
  }
  const messages = old.filter(
    ({ sequence, messageSequence }) => sequence === messageSequence,
  ).length;
  const step = { messages, looked: looked.length };
  if (looked.length === most) return { ...step, whole: false, next: { number, sequence: last } };
  const isIdle = row.current.lastMessageAt < before;
  const whole = isIdle && (await session.rows(waits, number)).length === 0;
  if (whole) await eraseConversation(session, id);
  return { ...step, whole, next: after };
}

/** Somebody else is at it: that conversation is left for the next purge. */
function isLocked(error: unknown): boolean {
  return codeOf(error) === "55P03" || codeOf((error as { cause?: unknown }).cause) === "55P03";
}
