import type { StatementRunner } from "../connection/statement-runner.ts";

const last = `select max(value, (select coalesce(max(position), 0) from deliveries)) as last
  from counters where name = 'written'`;

/** Where deliveries are put: each behind all before it, whichever of them are gone since, or were never committed. */
export class Positions {
  readonly #connection: StatementRunner;
  #last: number | null = null;

  constructor(connection: StatementRunner) {
    this.#connection = connection;
  }

  /** Of the newest delivery. */
  get last(): number {
    this.#last ??= this.#connection.get<{ last: number }>(last)?.last ?? 0;
    return this.#last;
  }

  /** From here on nothing is put at `position` or before, though nothing lie there any more. */
  pass(position: number): void {
    this.#last = Math.max(this.last, position);
  }

  /** To be called inside a write. */
  next(): number {
    this.#last = this.last + 1;
    return this.#last;
  }
}
