import type { Connection } from "../connection/connection.ts";
import type { RecentIdentities } from "./recent-identities.ts";
import { rowKind } from "./row-buffer.ts";
import type { TailDeliveries, TailDelivery } from "./tail-deliveries.ts";

/** What the newest deliveries are known by. */
export interface IndexedTail {
  readonly deliveries: Pick<TailDeliveries, "order" | "isSure">;
  readonly identities: Pick<RecentIdentities, "order">;
}

/** Deliveries, and positions of those with an id, each in the order of a table: neighbours there share a page. */
interface Batch {
  /** The newest delivery when it was begun. */
  readonly last: number;
  readonly byConversation: readonly TailDelivery[];
  readonly byName: Float64Array;
}

/** One that lacks an order: each of them takes a millisecond or two while its code is new, so that one transaction makes one. */
type Begun = Omit<Batch, "byName">;

interface Progress {
  /** Deliveries up to this position have all of their places. */
  readonly upTo: number;
  readonly begun: Begun | null;
  readonly batch: Batch | null;
  /** Slices of the batch that are written. */
  readonly done: number;
}

/** A batch is written in so many steps, each of them a range of its conversations and of its names. */
const slices = 16;
/** Positions of one statement. */
const atOnce = 32;
// Not `position in (…)`: SQLite would make a table of the list first, and go through it by position, not in the list's order.
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
// Whatever a batch that was begun has written is there already. One that is sent again has its place from the start.
const placeAll = `insert into sequences (conversation, sequence, position)
  select conversation, sequence, position from deliveries d
  where position > +? and position <= +? and message_sequence = sequence and not exists (select 1 from sequences s
    where s.conversation = d.conversation and s.sequence = d.sequence and s.position = d.position)
  order by 1, 2`;
const nameAll = `insert or ignore into identities (name, conversation, position)
  select substr(identity, 1, 10), conversation, position from deliveries
  where position > +? and position <= +? and identity is not null order by 1, 2`;

/**
 * How far the tables by which deliveries are found, `sequences` and `identities`, hold the tail: see decision 13. They get
 * it a batch at a time, in the order of each table, a slice with every few messages.
 */
export class IndexWriter {
  readonly #batchSize: number;
  #progress = doneUpTo(0);

  /** `batchSize` deliveries, or as many more as have come. */
  constructor(batchSize: number) {
    this.#batchSize = batchSize;
  }

  /** Deliveries up to this position have all of their places. */
  get upTo(): number {
    return this.#progress.upTo;
  }

  /** @returns what brings it back to where it is now: if the transaction under way is rolled back. */
  mark(): () => void {
    const before = this.#progress;
    return () => {
      this.#progress = before;
    };
  }

  /** Writes what is due now that `last` is the newest, and in any case all that lies at `must` or before. */
  advance(connection: Connection, tail: IndexedTail, last: number, must: number): void {
    while (last - this.upTo >= Math.max(1, this.#batchSize)) {
      const isLate = this.upTo < must;
      const batch = this.#batchOf(tail, last, isLate);
      if (batch === null || !this.#writeDue(connection, tail, batch, { last, isLate })) break;
      this.#progress = doneUpTo(batch.last);
    }
  }

  /** Writes all that lies behind `written` up to `last`, but for what it has already. */
  finish(connection: Connection, written: number, last: number): void {
    const from = Math.max(written, this.upTo);
    connection.run(placeAll, from, last);
    connection.run(nameAll, from, last);
    this.#progress = doneUpTo(last);
  }

  /** @returns `null` where its second order is left to the next transaction: what is late is made at once. */
  #batchOf({ deliveries, identities }: IndexedTail, last: number, isLate: boolean): Batch | null {
    const { upTo, begun: before, batch } = this.#progress;
    if (batch !== null) return batch;
    const begun = before ?? { last, byConversation: deliveries.order(upTo, last) };
    const isWhole = before !== null || isLate;
    const whole = isWhole ? { ...begun, byName: identities.order(upTo, begun.last) } : null;
    this.#progress = { upTo, begun: isWhole ? null : begun, batch: whole, done: 0 };
    return whole;
  }

  /** @returns whether that was all. */
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
  // What fails here must fail here, and not in whatever comes next.
  connection.flush();
}

/** The rows say what they are by now: one may be gone, or have given its identity to a later one. */
function writeRead(connection: Connection, sql: string, positions: ArrayLike<number>): void {
  for (let from = 0; from < positions.length; from += atOnce) {
    // None lies at 0.
    const some = Array.from({ length: atOnce }, (_, index) => positions[from + index] ?? 0);
    connection.run(sql, ...some);
  }
}
