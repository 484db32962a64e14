import type { StatementRunner } from "../connection/statement-runner.ts";

/** Numbers reserved by one write, so that a grant needs no write of its own. */
const blockSize = 512;

/**
 * Rising numbers that are never reused, even after a crash: fencing tokens, and positions in the queue of parked lanes.
 * A block is reserved in the transaction that first uses it.
 */
export class Tokens {
  readonly #connection: StatementRunner;
  #last = 0;
  #reserved = 0;

  constructor(connection: StatementRunner) {
    this.#connection = connection;
  }

  /** Call it inside a write. */
  next(): number {
    if (this.#last === this.#reserved) this.#reserve();
    this.#last += 1;
    return this.#last;
  }

  /** After a rollback it is unknown whether the last block was reserved. The next call reserves a new one. */
  forget(): void {
    this.#reserved = this.#last;
  }

  #reserve(): void {
    const row = this.#connection.get<{ value: number }>(
      "update counters set value = max(value, ?) + ? where name = 'fencing_token' returning value",
      this.#last,
      blockSize,
    );
    if (row === undefined) throw new Error("the counter of tokens is missing");
    this.#reserved = row.value;
    this.#last = row.value - blockSize;
  }
}
