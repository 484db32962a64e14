import type { PurgeStep, RetentionStore } from "@parley/core";
import { cursorOf } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import { findConversation } from "../rows/conversation-rows.ts";
import { deleteDelivery } from "../rows/delivery-rows.ts";
import { forgetKeyOf } from "../rows/idempotency.ts";
import type { Database } from "../connection/database.ts";
import { requestCompaction } from "./pending-compaction.ts";
import { erasedCharacters } from "../search/erase-entries.ts";
import { expireEntries, hasExpired } from "../state/erased-entries.ts";
import { eraseConversation } from "./erase.ts";

/** Number of deliveries that one call reads. */
const deliveriesPerStep = 500;
/** What a delivery counts that is not in the search index, where one in it counts its characters. */
const sizeOfUnindexed = 2;

interface Candidate {
  readonly number: number;
  readonly lastMessageAt: number;
}

interface Old {
  readonly sequence: number;
  readonly messageSequence: number;
  readonly acceptedAt: number;
  readonly state: number;
  readonly kind: number;
  readonly size: number;
}

const candidate = `select conversation as number, last_message_at as lastMessageAt from activities
  where conversation >= +? order by conversation limit 1`;
const page = `select sequence, message_sequence as messageSequence, accepted_at as acceptedAt, state, kind,
    case when kind < 2 and state <> 0 and accepted_at < +?
        and exists (select 1 from search_messages s where s.rowid = position)
      then length(message) else ${sizeOfUnindexed} end as size
  from deliveries where conversation = +? and sequence > +? order by sequence limit +?`;
const exists = "select 1 from deliveries where conversation = ? and sequence = ?";
const waiting = `select message_sequence as messageSequence from deliveries
  where conversation = +? and state = 0 and sequence >= (select min(head) from lanes where conversation = +?)`;

/** `RetentionStore` on SQLite. A cursor is a conversation's number and the last sequence read. */
export class SqliteRetentionStore implements RetentionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async purge(before: number, cursor: string | null, limit: number): Promise<PurgeStep> {
    const [number = 0, sequence = 0] =
      cursor === null ? [] : (cursorOf({ before: cursor, limit }, 2) ?? []);
    const step = this.#database.write((connection) =>
      new Purge(connection, before).run({ number, sequence }, limit),
    );
    this.#database.forget(step.next === null);
    return step;
  }

  async expireEntries(now: number, limit: number): Promise<number> {
    if (!this.#database.read((connection) => hasExpired(connection, now))) return 0;
    const removed = this.#database.commit((connection) => {
      const count = expireEntries(connection, now, limit);
      if (count > 0) requestCompaction(connection, "purged");
      return count;
    });
    if (removed > 0) this.#database.forget();
    return removed;
  }
}

interface Position {
  readonly number: number;
  readonly sequence: number;
}

/** One step. */
class Purge {
  readonly #connection: Connection;
  readonly #before: number;
  #left = deliveriesPerStep;
  #room = erasedCharacters;
  #conversations = 0;
  #messages = 0;

  constructor(connection: Connection, before: number) {
    this.#connection = connection;
    this.#before = before;
  }

  run(from: Position, limit: number): PurgeStep {
    let at: Position | null = from;
    for (let looked = 0; looked < limit && at !== null && this.#left > 0; looked += 1)
      at = this.#one(at);
    const next = at === null ? null : `${at.number}-${at.sequence}`;
    return { conversations: this.#conversations, messages: this.#messages, next };
  }

  /** @returns where to continue; `null` at the end. */
  #one({ number, sequence }: Position): Position | null {
    const found = this.#connection.get<Candidate>(candidate, number);
    if (found === undefined) return null;
    const from = found.number === number ? sequence : 0;
    const all = this.#connection.all<Old>(page, this.#before, found.number, from, this.#left);
    const rows = this.#upToLimit(all);
    this.#forgetMessages(found, rows);
    const isWhole = all.length < this.#left && rows.length === all.length;
    this.#left = rows.length === all.length ? this.#left - rows.length : 0;
    if (!isWhole) return { number: found.number, sequence: rows.at(-1)?.sequence ?? from };
    this.#forgetWhole(found);
    return { number: found.number + 1, sequence: 0 };
  }

  /** Ends before the first one that is too much for this step. */
  #upToLimit(rows: readonly Old[]): readonly Old[] {
    for (const [at, row] of rows.entries()) {
      if (!this.#isOld(row)) continue;
      if (this.#room <= 0) return rows.slice(0, at);
      this.#room -= row.size;
    }
    return rows;
  }

  #isOld({ kind, state, acceptedAt }: Old): boolean {
    return kind < 2 && state !== 0 && acceptedAt < this.#before;
  }

  #forgetMessages({ number }: Candidate, rows: readonly Old[]): void {
    const old = rows.filter((row) => this.#isOld(row));
    if (old.length === 0) return;
    requestCompaction(this.#connection, "purged");
    const kept = new Set(
      this.#connection
        .all<Pick<Old, "messageSequence">>(waiting, number, number)
        .map(({ messageSequence }) => messageSequence),
    );
    for (const { sequence, messageSequence } of old) {
      if (kept.has(messageSequence)) continue;
      // A resend that waited when an earlier step kept its message. The message names it, so both go with the next purge.
      if (sequence !== messageSequence && this.#has(number, messageSequence)) continue;
      deleteDelivery(this.#connection, number, sequence);
      forgetKeyOf(this.#connection, number, sequence);
      if (sequence === messageSequence) this.#messages += 1;
    }
  }

  #has(conversation: number, sequence: number): boolean {
    return this.#connection.get(exists, conversation, sequence) !== undefined;
  }

  #forgetWhole({ number, lastMessageAt }: Candidate): void {
    if (lastMessageAt >= this.#before) return;
    const waits = this.#connection.get(
      "select 1 from lanes where conversation = ? limit 1",
      number,
    );
    if (waits !== undefined) return;
    const row = findConversation(this.#connection, { number });
    if (row === undefined) return;
    eraseConversation(this.#connection, row);
    requestCompaction(this.#connection, "purged");
    this.#conversations += 1;
  }
}
