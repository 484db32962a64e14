import type { Connection } from "./connection.ts";
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
/** Bits of a filter, at most: for 16 million ids. Past that it is less sharp. */
const mostBits = 2 ** 27;
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
  /** Holds every id; `null` until all that were stored are read. */
  #filter: IdFilter | null = null;
  /** Of the filter that is to take its place. */
  #reading: Reading | null = null;
  #isUnreadable = false;

  /** `bits` of the smallest filter: a power of two, 32 or more. */
  constructor(bits: number) {
    this.#leastBits = bits;
  }

  /** `false`: no message with this id is stored, and it is not tainted. */
  mayHold(id: Uint8Array): boolean {
    return this.#filter?.mayHold(id) ?? true;
  }

  /** To be called by the transaction that stores a message with this id. */
  add(id: Uint8Array): void {
    this.#filter?.add(id);
    this.#reading?.filter.add(id);
  }

  /**
   * Reads on, inside a transaction; `recent` gives those that no table has yet.
   * @throws what made the reading fail, but only once: nothing more is read then, and every id is looked up; or, where
   * the ids of a larger filter could not be read, the smaller one serves on.
   */
  advance(connection: Connection, recent: () => Iterable<Uint8Array>): void {
    if (this.#isUnreadable) return;
    try {
      this.#reading ??= this.#begin(connection, recent);
      if (this.#reading !== null) this.#reading = this.#readOn(connection, this.#reading);
    } catch (error) {
      this.#isUnreadable = true;
      this.#reading = null;
      throw error;
    }
  }

  /** `null`: there is a filter that is sharp enough, or none can be. */
  #begin(connection: Connection, recent: () => Iterable<Uint8Array>): Reading | null {
    const before = this.#filter;
    if (before !== null && (!before.isFull || before.bits >= mostBits)) return null;
    // Positions count messages that are gone, too.
    const enough = 2 * bitsPerId * connection.positions.last;
    let bits = before === null ? this.#leastBits : 2 * before.bits;
    while (bits < enough && bits < mostBits) bits *= 2;
    const filter = new IdFilter(bits);
    for (const id of recent()) filter.add(id);
    return { filter, left: stored, last: nothing };
  }

  /** @returns where the next transaction goes on; `null` at the end. */
  #readOn(connection: Connection, { filter, left, last }: Reading): Reading | null {
    const [sql, ...later] = left;
    if (sql === undefined) {
      this.#filter = filter;
      return null;
    }
    const ids = connection.all<{ id: Uint8Array }>(sql, last, idsAtATime);
    for (const { id } of ids) filter.add(id);
    if (ids.length < idsAtATime)
      return this.#readOn(connection, { filter, left: later, last: nothing });
    return { filter, left, last: ids.at(-1)?.id ?? last };
  }
}
