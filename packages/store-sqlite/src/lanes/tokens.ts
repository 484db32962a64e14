import type { StatementRunner } from "../connection/statement-runner.ts";

/** How many numbers one write sets aside, so that a grant costs no write of its own. */
const blockSize = 512;

/**
 * Rising numbers that are never given twice, whatever crashes: fencing tokens, and places in the queue of parked
 * lanes. A block is set aside in the transaction that first uses it.
 */
export class Tokens {
  readonly #connection: StatementRunner;
  #last = 0;
  #reserved = 0;

  constructor(connection: StatementRunner) {
    this.#connection = connection;
  }

  /** To be called inside a write. */
  next(): number {
    if (this.#last === this.#reserved) this.#reserve();
    this.#last += 1;
    return this.#last;
  }

  /** After a rollback: whether the last block was set aside is not known, so the next call sets aside a new one. */
  forget(): void {
    this.#reserved = this.#last;
  }

  #reserve(): void {
    const row = this.#connection.get<{ value: number }>(
      "update counters set value = max(value, ?) + ? where name = 'token' returning value",
      this.#last,
      blockSize,
    );
    if (row === undefined) throw new Error("the counter of tokens is missing");
    this.#reserved = row.value;
    this.#last = row.value - blockSize;
  }
}
