import type { WriteAnswer } from "../../model/plugin-entry.ts";
import type { StateBatch } from "../../state/state-batch.ts";
import { answerWrites, type Batcher, itemsOf, rejectAll } from "./batcher.ts";
import type { Committed } from "./store-calls.ts";

/** Commits batches apart from messages. @throws the store's error */
type Commit = (states: readonly StateBatch[]) => Promise<Committed>;

/**
 * What plugins write to a store across a wire: transactions of their own, one after the other, beside the commits of
 * messages. So a plugin that waits for an entry's lock delays no message. Each holds what came while the last one ran.
 */
export class StateWrites {
  readonly #batcher: Batcher;
  readonly #commit: Commit;
  #work: Promise<void> | null = null;

  constructor(batcher: Batcher, commit: Commit) {
    this.#batcher = batcher;
    this.#commit = commit;
  }

  write(item: StateBatch): Promise<WriteAnswer> {
    const answer = this.#batcher.write(item);
    this.#work ??= Promise.resolve().then(() => this.#writeAll());
    return answer;
  }

  /** Resolves when nothing waits here. */
  async idle(): Promise<void> {
    while (this.#work !== null) await this.#work;
  }

  /** Never rejects. */
  async #writeAll(): Promise<void> {
    for (
      let writes = this.#batcher.takeWrites();
      writes.length > 0;
      writes = this.#batcher.takeWrites()
    ) {
      try {
        answerWrites(writes, (await this.#commit(itemsOf(writes))).result.states);
      } catch (error) {
        rejectAll(writes, error);
      }
    }
    this.#work = null;
  }
}
