import type { Session } from "../connection/session.ts";
import { statement } from "../statements/statement.ts";

/** The step of the sequences: one value stands for so many numbers. */
export const blockSize = 4096;

const nextBlocks = statement("select next_tokens() as block from generate_series(1, $1::integer)");

/**
 * Rising numbers that are never reused: fencing tokens, and positions in the queue of parked lanes. A block is taken
 * after the locks, so numbers rise in every lane and in every channel's queue, whichever node assigns them.
 */
export class Tokens {
  readonly #blocks: number[] = [];
  #wanted = 0;
  #given = 0;

  /** Call it under the call's locks, before any number is used. `most`: how many more may be needed. */
  async add(session: Session, most: number): Promise<void> {
    const missing = this.want(most);
    if (missing === 0) return;
    const rows = await session.rows<{ block: number }>(nextBlocks, missing);
    this.take(rows.map(({ block }) => block));
  }

  /** The number of missing blocks, for a caller that takes them in its own statement. */
  want(most: number): number {
    this.#wanted += most;
    return Math.max(0, Math.ceil(this.#wanted / blockSize) - this.#blocks.length);
  }

  take(blocks: Iterable<number>): void {
    this.#blocks.push(...blocks);
  }

  next(): number {
    const block = this.#blocks[Math.floor(this.#given / blockSize)];
    if (block === undefined) throw new Error("a call gives more tokens than it has taken");
    const token = block + (this.#given % blockSize);
    this.#given += 1;
    return token;
  }
}
