import type { Connection } from "../connection/connection.ts";
import { bitsPerId, IdFilter } from "./id-filter.ts";

/** Where the reading of what was stored before stands. */
interface Reading {
  readonly filter: IdFilter;
  /** Statements that are still to be read to their end. */
  readonly left: readonly string[];
  /** The last id that the first of them gave. */
  readonly last: Uint8Array;
}

/** How many ids one transaction reads: that takes a tenth or two of a millisecond. */
const idsAtATime = 256;
/** Bits of one filter, at most: for 16 million ids. Past that it is less sharp. */
const mostBits = 2 ** 28;
/** A full filter is followed by one for so many times as many: each of them may have to be looked at. */
const growth = 4;
const nothing = new Uint8Array();

const stored = [
  "select name as id from identities where name > +? order by name limit +?",
  "select identity as id from tainted where identity > +? order by identity limit +?",
];

/**
 * Which ids have been seen on their channel, so that a message with a new one, as nearly all have, costs no look into
 * tables. What was stored before is read piece by piece as transactions come; until all of it is read, every id may have
 * been seen. Nothing is taken out: what is gone costs a look at most.
 */
export class KnownIds {
  readonly #leastBits: number;
  /** Together they hold every id, the newest those that come; none until all that were stored are read. */
  readonly #filters: IdFilter[] = [];
  /** Of the first of them. */
  #reading: Reading | null = null;
  #hasFailed = false;

  /** `bits` of the smallest filter: a power of two, 32 or more. */
  constructor(bits: number) {
    this.#leastBits = bits;
  }

  /** `false`: no message with this id is stored, and it is not tainted. */
  mayHold(id: Uint8Array): boolean {
    for (const filter of this.#filters) if (filter.mayHold(id)) return true;
    return this.#filters.length === 0;
  }

  /** To be called by the transaction that stores a message with this id. */
  add(id: Uint8Array): void {
    const filter = this.#filters.at(-1) ?? this.#reading?.filter;
    filter?.add(id);
  }

  /**
   * Reads on, or makes room for more, inside a transaction; `recent` gives those that no table may have yet.
   * @throws what made it fail, but only once: nothing is read or made any more then, and every id is looked up; or, where
   * there was no room for a larger filter, those that there are serve on.
   */
  advance(connection: Connection, recent: () => Iterable<Uint8Array>): void {
    if (this.#hasFailed) return;
    try {
      if (this.#filters.length === 0) this.#read(connection, recent);
      else this.#grow();
    } catch (error) {
      this.#hasFailed = true;
      this.#reading = null;
      throw error;
    }
  }

  #grow(): void {
    const newest = this.#filters.at(-1);
    if (newest === undefined || !newest.isFull || newest.bits >= mostBits) return;
    this.#filters.push(new IdFilter(Math.min(mostBits, growth * newest.bits)));
  }

  #read(connection: Connection, recent: () => Iterable<Uint8Array>): void {
    this.#reading ??= this.#begin(connection, recent);
    const { filter } = this.#reading;
    this.#reading = this.#readOn(connection, this.#reading);
    if (this.#reading === null) this.#filters.push(filter);
  }

  #begin(connection: Connection, recent: () => Iterable<Uint8Array>): Reading {
    // Positions count messages that are gone, too.
    const enough = 2 * bitsPerId * connection.positions.last;
    let bits = this.#leastBits;
    while (bits < enough && bits < mostBits) bits *= 2;
    const filter = new IdFilter(bits);
    for (const id of recent()) filter.add(id);
    return { filter, left: stored, last: nothing };
  }

  /** @returns where the next transaction goes on; `null` at the end. */
  #readOn(connection: Connection, { filter, left, last }: Reading): Reading | null {
    const [sql, ...later] = left;
    if (sql === undefined) return null;
    const ids = connection.all<{ id: Uint8Array }>(sql, last, idsAtATime);
    for (const { id } of ids) filter.add(id);
    if (ids.length < idsAtATime)
      return this.#readOn(connection, { filter, left: later, last: nothing });
    return { filter, left, last: ids.at(-1)?.id ?? last };
  }
}
