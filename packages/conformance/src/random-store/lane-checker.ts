import assert from "node:assert/strict";
import type {
  CommitBatch,
  CommitResult,
  Lease,
  LeaseBudget,
  MessageStore,
  ReleaseScope,
} from "@parley/core";
import type { LaneMemory } from "./lane-memory.ts";

/**
 * A `MessageStore` that checks the invariants of lanes on every call: heads in order, one lease per lane, to its owner
 * alone, rising tokens, no effect of a stale token, no append under an old fence, the bound on series, one end per stored
 * message.
 */
export class LaneChecker implements MessageStore {
  readonly #store: MessageStore;
  readonly #memory: LaneMemory;

  constructor(store: MessageStore, memory: LaneMemory) {
    this.#store = store;
    this.#memory = memory;
  }

  async commit(batch: CommitBatch, now: number, budget: LeaseBudget): Promise<CommitResult> {
    const result = await this.#store.commit(batch, now, budget);
    const answers = [...result.settlements, ...result.appends.map(({ status }) => status)];
    assert.ok(!answers.includes("unavailable"), "nothing is unavailable: nobody else has a lane");
    for (const [index, settlement] of batch.settlements.entries())
      this.#memory.settled(settlement, result.settlements[index] === "settled");
    for (const [index, append] of batch.appends.entries()) {
      const answer = result.appends[index];
      assert.ok(answer !== undefined, "each append has an answer");
      this.#memory.appended(append, answer);
    }
    this.#memory.leased(result.leases, now, budget);
    return result;
  }

  async claim(now: number, budget: LeaseBudget): Promise<readonly Lease[]> {
    const leases = await this.#store.claim(now, budget);
    this.#memory.leased(leases, now, budget);
    return leases;
  }

  async release(whose: ReleaseScope, now: number): Promise<void> {
    await this.#store.release(whose, now);
    this.#memory.released(whose);
  }

  nextDueAt(backend?: string): ReturnType<MessageStore["nextDueAt"]> {
    return this.#store.nextDueAt(backend);
  }
}
