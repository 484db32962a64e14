import type { Connection } from "../connection/connection.ts";
import { bitsPerId, IdFilter } from "./id-filter.ts";

/** Progress of reading the stored ids. */
interface Reading {
  readonly filter: IdFilter;
  /** Statements that are not finished. */
  readonly left: readonly string[];
  /** The last id read by the first of them. */
  readonly last: Uint8Array;
}

/** Ids read by one transaction, which takes 0.1 to 0.2 ms. */
const idsAtATime = 256;
/** Maximum bits of one filter: enough for 16 million ids. Beyond that, false positives increase. */
const mostBits = 2 ** 28;
/** The next filter is larger by this factor. A look-up may need every filter. */
const growth = 4;
const nothing = new Uint8Array();

const stored = [
  "select name as id from identities where name > +? order by name limit +?",
  "select identity as id from tainted where identity > +? order by identity limit +?",
];

/**
 * Ids that have been seen on their channel. Nearly all messages have a new id and then need no look-up in tables.
 * Stored ids are read piece by piece with each transaction. Until all are read, every id counts as possibly seen. Ids
 * are never removed: a deleted one only costs a look-up.
 */
export class KnownIds {
  readonly #leastBits: number;
  /** Together they contain every id, the last one the new ids. Empty until all stored ids are read. */
  readonly #filters: IdFilter[] = [];
  /** Progress of filling the first filter. */
  #reading: Reading | null = null;
  #hasFailed = false;

  /** `bits` of the smallest filter: a power of two, 32 or more. */
  constructor(bits: number) {
    this.#leastBits = bits;
  }

  /** `false`: the id is new. No stored message has it, and it is not tainted. */
  mayHold(id: Uint8Array): boolean {
    for (const filter of this.#filters) if (filter.mayHold(id)) return true;
    return this.#filters.length === 0;
  }

  /** Call it in the transaction that stores a message with this id. */
  add(id: Uint8Array): void {
    const filter = this.#filters.at(-1) ?? this.#reading?.filter;
    filter?.add(id);
  }

  /**
   * Continues reading, or adds a filter, inside a transaction. `recent` yields ids that may not be in a table yet.
   * @throws an error only once. After a failed read, every id is looked up. Without memory for a larger filter, the
   * existing ones stay in use.
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
    // Positions also count deleted messages.
    const enough = 2 * bitsPerId * connection.positions.last;
    let bits = this.#leastBits;
    while (bits < enough && bits < mostBits) bits *= 2;
    const filter = new IdFilter(bits);
    for (const id of recent()) filter.add(id);
    return { filter, left: stored, last: nothing };
  }

  /** @returns where the next transaction continues; `null` at the end. */
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
