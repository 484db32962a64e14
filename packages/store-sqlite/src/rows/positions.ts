import type { StatementRunner } from "../connection/statement-runner.ts";

const last = `select max(value, (select coalesce(max(position), 0) from deliveries)) as last
  from counters where name = 'written'`;

/** Positions of deliveries. Each is higher than all before, even when those were deleted or never committed. */
export class Positions {
  readonly #connection: StatementRunner;
  #last: number | null = null;

  constructor(connection: StatementRunner) {
    this.#connection = connection;
  }

  /** Position of the newest delivery. */
  get last(): number {
    this.#last ??= this.#connection.get<{ last: number }>(last)?.last ?? 0;
    return this.#last;
  }

  /** Makes all positions up to `position` unusable, even when no delivery has them. */
  pass(position: number): void {
    this.#last = Math.max(this.last, position);
  }

  /** Call it inside a write. */
  next(): number {
    this.#last = this.last + 1;
    return this.#last;
  }
}
