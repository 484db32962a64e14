import type { Session } from "../connection/session.ts";
import { statement } from "../statements/statement.ts";

/** How many numbers one value of a sequence stands for. */
export const blockSize = 4096;

const nextBlocks = statement(
  "select nextval('token_blocks') as block from generate_series(1, $1::integer)",
);

/**
 * Rising numbers that are never given twice: fencing tokens, and places in the queue of parked lanes. The block is taken
 * after the locks, so that numbers rise on every lane and in every channel's queue, whichever node gives them.
 */
export class Tokens {
  readonly #blocks: number[] = [];
  #wanted = 0;
  #given = 0;

  /** To be called when the call holds its locks, before anything is given. `most`: how many more it may need. */
  async add(session: Session, most: number): Promise<void> {
    const missing = this.want(most);
    if (missing === 0) return;
    const rows = await session.rows<{ block: number }>(nextBlocks, missing);
    this.take(rows.map(({ block }) => block));
  }

  /** The same for who takes the blocks by other means: how many are missing. */
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
    const token = block * blockSize + (this.#given % blockSize);
    this.#given += 1;
    return token;
  }
}
