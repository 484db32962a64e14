import type { Append } from "../../ports/stores/append.ts";
import type { CommitBatch, LeaseBudget, Settlement } from "../../ports/stores/message-store.ts";
import type { WriteAnswer } from "../../model/plugin-entry.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { StateBatch } from "../../state/state-batch.ts";
import { changedBudget } from "../dispatch/lane-group.ts";
import type { LeaseBook } from "../dispatch/lease-book.ts";
import {
  answerAppends,
  answerSettlements,
  Batcher,
  itemsOf,
  rejectAll,
  type WaitingSettlement,
} from "./batcher.ts";
import type { AppendAnswer, CommitQueue } from "./commit-queue.ts";
import { LockedAppends } from "./locked-appends.ts";
import { pacing } from "./pacing.ts";
import { StateWrites } from "./state-writes.ts";
import { type Committed, type CommitQueuePorts, StoreCalls } from "./store-calls.ts";

/**
 * The commit queue of a store across a wire, which other nodes use, too. Its calls run like those of two nodes:
 * - Commits, one after the other. Each holds the items that came while the last one ran.
 * - Beside them, also one after the other: claims, and the verdicts `retry`, for which nobody waits. Each claim first
 *   commits the waiting retries.
 * Appends of lanes that others have locked are committed again beside both. So is what plugins write.
 */
export class RemoteCommitQueue implements CommitQueue {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #book: LeaseBook;
  readonly #calls: StoreCalls;
  readonly #batcher: Batcher;
  readonly #locked: LockedAppends;
  readonly #states: StateWrites;
  #isScheduled = false;
  /** The instant since which the verdicts of the current commit have waited; `null` without one. */
  #settlingSince: number | null = null;
  /** Resolves with the answers of the last commit. */
  #answered: Promise<void> = Promise.resolve();
  #restMs = 0;
  #committedAt = Number.NEGATIVE_INFINITY;
  #endRest: () => void = () => {};
  readonly #retries: WaitingSettlement[] = [];
  #cancelRetries: (() => void) | null = null;
  #lastBeside: Promise<unknown> = Promise.resolve();
  #claimedAt = Number.NEGATIVE_INFINITY;

  constructor(ports: CommitQueuePorts) {
    this.#clock = ports.clock;
    this.#timers = ports.timers;
    this.#book = ports.book;
    this.#calls = new StoreCalls(ports, () => {});
    this.#batcher = new Batcher(ports);
    this.#locked = new LockedAppends(ports, (appends) =>
      this.#commit({ appends, settlements: [], isAgain: true }),
    );
    this.#states = new StateWrites(new Batcher(ports), (states) =>
      this.#calls.commit({ appends: [], settlements: [], states }, this.#book.emptyBudget()),
    );
  }

  write(item: StateBatch): Promise<WriteAnswer> {
    return this.#states.write(item);
  }

  append(item: Append): Promise<AppendAnswer> {
    const answer = this.#batcher.append(item, this.#locked);
    this.#schedule();
    return answer;
  }

  settle(item: Settlement): Promise<"settled" | "stale"> {
    if (item.verdict.kind === "retry") return this.#settleLater(item);
    const answer = this.#batcher.settle(item);
    this.#schedule();
    return answer;
  }

  #schedule(): void {
    if (this.#batcher.size >= pacing.fullSize) this.#endRest();
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#timers.soon(() => void this.#calls.inOrder(() => this.#flush()));
  }

  async #flush(): Promise<void> {
    await this.#rest();
    this.#isScheduled = false;
    const settlements = this.#batcher.takeSettlements();
    const appends = this.#locked.takeLater(this.#batcher.takeAppends());
    if (this.#batcher.size > 0) this.#schedule();
    if (settlements.length + appends.length === 0) return;
    const startedAt = this.#clock.now();
    this.#settlingSince = settlements[0]?.since ?? null;
    let committed: Committed;
    try {
      committed = await this.#commit({
        appends: itemsOf(appends),
        settlements: itemsOf(settlements),
      });
    } catch (error) {
      rejectAll(settlements, error);
      rejectAll(appends, error);
      return;
    } finally {
      this.#settlingSince = null;
    }
    this.#restAfter(appends.length + settlements.length, this.#clock.now() - startedAt);
    const answered = this.#locked.takeLocked(appends, committed.result.appends);
    this.#answer(() => {
      answerSettlements(settlements, committed.result.settlements);
      answerAppends(answered.appends, answered.results);
      this.#book.carry(committed.grant);
    });
  }

  /** Hands over the next commit first, if one waits, so that the store works on it while the answers are given. */
  #answer(give: () => void): void {
    if (!this.#isScheduled) return give();
    this.#answered = new Promise((resolve) => {
      this.#timers.soon(() => {
        resolve();
        give();
      });
    });
  }

  #commit(batch: CommitBatch): Promise<Committed> {
    return this.#calls.commit(batch, this.#budgetFor(batch));
  }

  /**
   * No more leases than the batch can bring, because a claim beside it needs room, too. An append starts at most one
   * lane, a verdict its lane's next head and one parked lane. One more is asked for, so that a sufficient budget does not
   * look used up.
   */
  #budgetFor({ appends, settlements }: CommitBatch): LeaseBudget {
    const most = appends.length + 2 * settlements.length + 1;
    return changedBudget(this.#book.budget(settlements), (free) => Math.min(free, most));
  }

  /**
   * A caller that one commit answered joins the next commit but one, so two halves of the callers take turns. While the
   * store is busy, a short wait brings them together.
   */
  #restAfter(items: number, tookMs: number): void {
    const beyondMs = items >= pacing.busySize ? tookMs - pacing.usualCommitMs : 0;
    this.#restMs = Math.min(pacing.longestRestMs, Math.max(0, beyondMs));
    this.#committedAt = this.#clock.now();
  }

  #rest(): Promise<void> {
    const sinceMs = this.#clock.now() - this.#committedAt;
    const isOver = sinceMs < 0 || sinceMs >= this.#restMs;
    if (isOver || this.#batcher.size >= pacing.fullSize) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.#timers.after(this.#restMs - sinceMs, resolve);
      this.#endRest = () => {
        cancel();
        resolve();
      };
    });
  }

  #settleLater(item: Settlement): Promise<"settled" | "stale"> {
    this.#cancelRetries ??= this.#timers.after(pacing.retriesGatherMs, this.#onGathered);
    return this.#batcher.wait(this.#retries, item);
  }

  readonly #onGathered = (): void => void this.#beside(() => this.#settleRetries());

  /** They need no leases. Those that come meanwhile wait for the next round, so that claims have their turn. */
  async #settleRetries(): Promise<void> {
    this.#cancelRetries?.();
    this.#cancelRetries = null;
    for (let left = this.#retries.length; left > 0; left -= pacing.retriesLimit) {
      const retries = this.#retries.splice(0, Math.min(left, pacing.retriesLimit));
      try {
        const batch = { appends: [], settlements: itemsOf(retries) };
        const { result } = await this.#calls.commit(batch, this.#book.emptyBudget());
        answerSettlements(retries, result.settlements);
      } catch (error) {
        rejectAll(retries, error);
      }
    }
  }

  async claim(): Promise<void> {
    await this.#claimPause();
    const claim = () => this.#beside(() => this.#claim());
    await (this.#isSettlingSlowly ? this.#calls.inOrder(claim) : claim());
  }

  /** Half of the room is for the commits beside it. */
  async #claim(): Promise<void> {
    await this.#settleRetries();
    try {
      await this.#calls.claim(
        changedBudget(this.#book.claimBudget(), (free) => Math.ceil(free / 2)),
      );
    } finally {
      this.#claimedAt = this.#clock.now();
    }
  }

  #claimPause(): Promise<void> {
    const sinceMs = this.#clock.now() - this.#claimedAt;
    if (sinceMs < 0 || sinceMs >= pacing.claimsApartMs) return Promise.resolve();
    return new Promise((resolve) => {
      this.#timers.after(pacing.claimsApartMs - sinceMs, resolve);
    });
  }

  get #isSettlingSlowly(): boolean {
    const since = this.#settlingSince ?? this.#batcher.settlingSince;
    return since !== null && this.#clock.now() - since > pacing.slowVerdictMs;
  }

  release(scope: "own" | "dead"): Promise<void> {
    return this.#calls.inOrder(async () => {
      await this.#beside(() => this.#settleRetries());
      await this.#calls.release(scope);
    });
  }

  settleAlone(item: Settlement): Promise<"settled" | "stale"> {
    const batch = { appends: [], settlements: [item] };
    return this.#calls.inOrder(() => this.#calls.settle(item, this.#budgetFor(batch)));
  }

  canWrite(): Promise<boolean> {
    return this.#calls.inOrder(() => this.#calls.canWrite());
  }

  async idle(): Promise<void> {
    await this.#calls.inOrder(() => this.#lastBeside.then(() => this.#answered));
    await Promise.all([this.#locked.idle(), this.#states.idle()]);
  }

  /** Runs `work` after the earlier work that runs beside commits. */
  #beside(work: () => Promise<void>): Promise<void> {
    const run = this.#lastBeside.then(work);
    this.#lastBeside = run.catch(() => {});
    return run;
  }
}
