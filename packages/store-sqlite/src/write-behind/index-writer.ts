import type { Connection } from "../connection/connection.ts";
import type { RecentIdentities } from "./recent-identities.ts";
import { rowKind } from "./row-buffer.ts";
import type { TailDeliveries, TailDelivery } from "./tail-deliveries.ts";

/** The keys by which the newest deliveries are found. */
export interface IndexedTail {
  readonly deliveries: Pick<TailDeliveries, "order" | "isSure">;
  readonly identities: Pick<RecentIdentities, "order">;
}

/** Deliveries, and positions of those with an id, each in a table's order. Neighbours there share a page. */
interface Batch {
  /** The newest delivery when the batch was started. */
  readonly last: number;
  readonly byConversation: readonly TailDelivery[];
  readonly byName: Float64Array;
}

/**
 * A batch without its second order. Sorting takes a millisecond or two while the code is cold, so one transaction sorts
 * once.
 */
type Begun = Omit<Batch, "byName">;

interface Progress {
  /** Deliveries up to this position have all their entries. */
  readonly upTo: number;
  readonly begun: Begun | null;
  readonly batch: Batch | null;
  /** Number of written slices of the batch. */
  readonly done: number;
}

/** A batch is written in this many steps. Each is a range of conversations and of names. */
const slices = 16;
/** Number of positions in one statement. */
const atOnce = 32;
// Not `position in (…)`: SQLite would sort the list by position first.
const someOf = `(values ${Array.from({ length: atOnce }, () => "(+?)").join(", ")}) some
  cross join deliveries d on d.position = some.column1`;
const place = rowKind(
  "insert into sequences (conversation, sequence, position) values",
  "(?, ?, ?)",
  {
    together: atOnce,
  },
);
const placeSome = `insert into sequences (conversation, sequence, position)
  select d.conversation, d.sequence, d.position from ${someOf} where d.message_sequence = d.sequence`;
const nameSome = `insert into identities (name, conversation, position)
  select substr(d.identity, 1, 10), d.conversation, d.position from ${someOf} where d.identity is not null`;
// A started batch has already written some entries. A delivery that was sent again has its entry from the start.
const placeAll = `insert into sequences (conversation, sequence, position)
  select conversation, sequence, position from deliveries d
  where position > +? and position <= +? and message_sequence = sequence and not exists (select 1 from sequences s
    where s.conversation = d.conversation and s.sequence = d.sequence and s.position = d.position)
  order by 1, 2`;
const nameAll = `insert or ignore into identities (name, conversation, position)
  select substr(identity, 1, 10), conversation, position from deliveries
  where position > +? and position <= +? and identity is not null order by 1, 2`;

/**
 * Writes the tail's entries into `sequences` and `identities`, the tables that find deliveries: see decision 13. It
 * works in batches, in each table's order, with a slice at every few messages.
 */
export class IndexWriter {
  readonly #batchSize: number;
  #progress = doneUpTo(0);

  /** `batchSize`: deliveries per batch, or more if more have arrived. */
  constructor(batchSize: number) {
    this.#batchSize = batchSize;
  }

  /** Deliveries up to this position have all their entries. */
  get upTo(): number {
    return this.#progress.upTo;
  }

  /** @returns a function that restores the current state, for a rollback. */
  mark(): () => void {
    const before = this.#progress;
    return () => {
      this.#progress = before;
    };
  }

  /** Writes what is due when `last` is the newest delivery. Always writes everything at `must` or before. */
  advance(connection: Connection, tail: IndexedTail, last: number, must: number): void {
    while (last - this.upTo >= Math.max(1, this.#batchSize)) {
      const isLate = this.upTo < must;
      const batch = this.#batchOf(tail, last, isLate);
      if (batch === null || !this.#writeDue(connection, tail, batch, { last, isLate })) break;
      this.#progress = doneUpTo(batch.last);
    }
  }

  /** Writes everything after `written` up to `last`, except existing entries. */
  finish(connection: Connection, written: number, last: number): void {
    const from = Math.max(written, this.upTo);
    connection.run(placeAll, from, last);
    connection.run(nameAll, from, last);
    this.#progress = doneUpTo(last);
  }

  /** @returns `null` when the second order is left to the next transaction. A late batch is sorted at once. */
  #batchOf({ deliveries, identities }: IndexedTail, last: number, isLate: boolean): Batch | null {
    const { upTo, begun: before, batch } = this.#progress;
    if (batch !== null) return batch;
    const begun = before ?? { last, byConversation: deliveries.order(upTo, last) };
    const isWhole = before !== null || isLate;
    const whole = isWhole ? { ...begun, byName: identities.order(upTo, begun.last) } : null;
    this.#progress = { upTo, begun: isWhole ? null : begun, batch: whole, done: 0 };
    return whole;
  }

  /** @returns whether everything is written. */
  #writeDue(
    connection: Connection,
    { deliveries }: IndexedTail,
    batch: Batch,
    { last, isLate }: { readonly last: number; readonly isLate: boolean },
  ): boolean {
    const isDue = (slice: number): boolean =>
      isLate || (last - batch.last) * slices >= slice * this.#batchSize;
    let { done } = this.#progress;
    for (; done < slices && isDue(done); done += 1) {
      const some = sliceOf(batch.byConversation, done);
      if (deliveries.isSure(this.upTo)) placeKnown(connection, some);
      else writeRead(connection, placeSome, some.map(positionOf));
      writeRead(connection, nameSome, sliceOf(batch.byName, done));
    }
    if (done > this.#progress.done) this.#progress = { ...this.#progress, done };
    return done === slices;
  }
}

function doneUpTo(upTo: number): Progress {
  return { upTo, begun: null, batch: null, done: 0 };
}

const positionOf = ({ position }: TailDelivery): number => position;

function sliceOf<Items extends { readonly length: number; slice(from: number, to: number): Items }>(
  items: Items,
  slice: number,
): Items {
  const startOf = (number: number): number => Math.floor((number * items.length) / slices);
  return items.slice(startOf(slice), startOf(slice + 1));
}

function placeKnown(connection: Connection, deliveries: readonly TailDelivery[]): void {
  for (const { conversation, sequence, position } of deliveries)
    connection.add(place, conversation, sequence, position);
  // An error of these rows must appear here, and not at a later statement.
  connection.flush();
}

/** Reads the rows again: one may be deleted, or have passed its identity to a later one. */
function writeRead(connection: Connection, sql: string, positions: ArrayLike<number>): void {
  for (let from = 0; from < positions.length; from += atOnce) {
    // No delivery has position 0.
    const some = Array.from({ length: atOnce }, (_, index) => positions[from + index] ?? 0);
    connection.run(sql, ...some);
  }
}
