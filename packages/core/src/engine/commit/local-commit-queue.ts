import type { WriteAnswer } from "../../model/plugin-entry.ts";
import type { Append } from "../../ports/stores/append.ts";
import type { Settlement } from "../../ports/stores/message-store.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { StateBatch } from "../../state/state-batch.ts";
import type { LeaseBook } from "../dispatch/lease-book.ts";
import {
  answerAppends,
  answerSettlements,
  answerWrites,
  Batcher,
  itemsOf,
  rejectAll,
} from "./batcher.ts";
import type { AppendAnswer, CommitQueue } from "./commit-queue.ts";
import { LockedAppends } from "./locked-appends.ts";
import { pacing } from "./pacing.ts";
import { type Committed, type CommitQueuePorts, StoreCalls } from "./store-calls.ts";

/**
 * The commit queue of a store in this process. The store blocks the process while it writes, so all calls run one
 * after the other. What arrived meanwhile is read in several turns of the event loop. A commit gathers the items of
 * these turns, because fewer and larger commits cost less per item.
 */
export class LocalCommitQueue implements CommitQueue {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #book: LeaseBook;
  readonly #calls: StoreCalls;
  readonly #batcher: Batcher;
  readonly #locked: LockedAppends;
  #isScheduled = false;

  constructor(ports: CommitQueuePorts) {
    this.#clock = ports.clock;
    this.#timers = ports.timers;
    this.#book = ports.book;
    // The store works in the turn of its call. On a slow disk that is long, but no standstill.
    this.#calls = new StoreCalls(ports, () => ports.watch.restart());
    this.#batcher = new Batcher(ports);
    this.#locked = new LockedAppends(ports, (appends) =>
      this.#calls.inOrder(() =>
        this.#calls.commit({ appends, settlements: [], isAgain: true }, this.#book.budget()),
      ),
    );
  }

  append(item: Append): Promise<AppendAnswer> {
    this.#schedule();
    return this.#batcher.append(item, this.#locked);
  }

  settle(item: Settlement): Promise<"settled" | "stale"> {
    this.#schedule();
    return this.#batcher.settle(item);
  }

  write(item: StateBatch): Promise<WriteAnswer> {
    this.#schedule();
    return this.#batcher.write(item);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#timers.soon(() => void this.#calls.inOrder(() => this.#flush()));
  }

  /** Resolves when a turn of the event loop has brought nothing more. */
  async #gather(): Promise<void> {
    const from = this.#clock.now();
    for (let turn = 0, before = 0; turn < pacing.gatherTurns; turn += 1) {
      const { size } = this.#batcher;
      const isLate = this.#clock.now() - from >= pacing.gatherMs;
      if (size === before || size >= pacing.gatherSize || isLate) return;
      before = size;
      await new Promise<void>((resolve) => this.#timers.soon(resolve));
    }
  }

  async #flush(): Promise<void> {
    await this.#gather();
    this.#isScheduled = false;
    const settlements = this.#batcher.takeSettlements();
    const appends = this.#locked.takeLater(this.#batcher.takeAppends());
    const writes = this.#batcher.takeWrites();
    if (this.#batcher.size > 0) this.#schedule();
    if (settlements.length + appends.length + writes.length === 0) return;
    const batch = {
      appends: itemsOf(appends),
      settlements: itemsOf(settlements),
      states: itemsOf(writes),
    };
    let committed: Committed;
    try {
      committed = await this.#calls.commit(batch, this.#book.budget(batch.settlements));
    } catch (error) {
      rejectAll(settlements, error);
      rejectAll(appends, error);
      rejectAll(writes, error);
      return;
    }
    const answered = this.#locked.takeLocked(appends, committed.result.appends);
    answerSettlements(settlements, committed.result.settlements);
    answerAppends(answered.appends, answered.results);
    answerWrites(writes, committed.result.states);
    this.#book.carry(committed.grant);
  }

  settleAlone(item: Settlement): Promise<"settled" | "stale"> {
    return this.#calls.inOrder(() => this.#calls.settle(item, this.#book.budget([item])));
  }

  claim(): Promise<void> {
    return this.#calls.inOrder(() => this.#calls.claim(this.#book.claimBudget()));
  }

  release(scope: "own" | "dead"): Promise<void> {
    return this.#calls.inOrder(() => this.#calls.release(scope));
  }

  canWrite(): Promise<boolean> {
    return this.#calls.inOrder(() => this.#calls.canWrite());
  }

  async idle(): Promise<void> {
    await this.#calls.inOrder(() => Promise.resolve());
    await this.#locked.idle();
  }
}
