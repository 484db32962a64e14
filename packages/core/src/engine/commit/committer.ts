import { ParleyError } from "../../errors.ts";
import { laneKinds } from "../../model/lane.ts";
import type { Append, Settlement } from "../../ports/stores/message-store.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { Bounds } from "../bounds.ts";
import { appendSize } from "./append-size.ts";
import { type BatchPorts, BatchWriter } from "./batch-writer.ts";
import { exhaustedKinds, halfBudget } from "../dispatch/budgets.ts";
import { CommitPace } from "./commit-pace.ts";
import type { GrantListener } from "../dispatch/grant.ts";
import {
  type AppendAnswer,
  answerEach,
  itemsOf,
  appendAnswer,
  settlementAnswer,
  unavailable,
  type Waiting,
} from "./commit-answers.ts";
import { LockedAppends } from "./locked-appends.ts";
import { RetryQueue } from "../dispatch/retry-queue.ts";

const batchLimit = 1_000;
/** Fewer than `batchLimit`: a visitor's commit waits for the one that has its conversation locked. */
const retriesLimit = 200;
/** A claim waits for settlements as old as this. Otherwise it would find their leases about to end, or ended. */
const slowMs = 250;

interface CommitterPorts extends BatchPorts {
  readonly timers: Timers;
  readonly bounds: Bounds;
}

/**
 * Group commit: writes of a few event-loop turns, or of the time of the last commit, become one transaction. The
 * answers are given after it.
 * Store calls of one node run one after the other, so that calls that touch one lane commit in call order. Only
 * claims, retries and locked appends run concurrently with a remote store's commits, like those of another node.
 */
export class Committer {
  readonly #ports: CommitterPorts;
  readonly #writer: BatchWriter;
  readonly #pace: CommitPace;
  readonly #retries: RetryQueue;
  readonly #locked: LockedAppends;
  #appends: Waiting<Append, AppendAnswer>[] = [];
  #settlements: Waiting<Settlement, "settled" | "stale">[] = [];
  #waitingBytes = 0;
  #scheduled = false;
  #tail: Promise<unknown> = Promise.resolve();
  /** The instant since which the settlements of the current commit have waited; `null` without one. */
  #settlingSince: number | null = null;
  /** The last of the calls that run concurrently with commits. */
  #claimed: Promise<unknown> = Promise.resolve();
  #onGrant: GrantListener = () => () => {};
  /** Resolves when the answers of the last commit are given. */
  #answered: Promise<void> = Promise.resolve();

  constructor(ports: CommitterPorts) {
    this.#ports = ports;
    this.#writer = new BatchWriter(ports, (granted) => this.#onGrant(granted));
    this.#pace = new CommitPace(ports, ports.store.isRemote === true);
    this.#retries = new RetryQueue(ports, () => void this.#beside(() => this.#settleRetries()));
    this.#locked = new LockedAppends({
      ...ports,
      commit: (appends) => {
        const write = () => this.#writer.write({ appends, settlements: [], isAgain: true });
        return this.#isRemote ? write() : this.#exclusively(write);
      },
    });
  }

  connect(onGrant: GrantListener): void {
    this.#onGrant = onGrant;
  }

  /**
   * Resolves after the commit that holds the append.
   * @throws ParleyError `overloaded` (nothing stored) or `store-unavailable` (perhaps stored)
   */
  append(item: Append): Promise<AppendAnswer> {
    const { bounds } = this.#ports;
    if (
      this.#appends.length + this.#locked.size >= bounds.waitingAppends ||
      this.#waitingBytes + this.#locked.bytes >= bounds.waitingBytes
    ) {
      const why = "The store queue is full. The message was not stored.";
      return Promise.reject(new ParleyError("overloaded", why, { retryable: true }));
    }
    this.#waitingBytes += appendSize(item);
    return this.#enqueue(this.#appends, item);
  }

  /** Resolves after the commit. @throws ParleyError `store-unavailable`: perhaps stored, so settle again. */
  settle(item: Settlement): Promise<"settled" | "stale"> {
    if (this.#isRemote && item.verdict.kind === "retry") return this.#retries.add(item);
    return this.#enqueue(this.#settlements, item);
  }

  /** Like `settle`, in a separate transaction. */
  settleAlone(item: Settlement): Promise<"settled" | "stale"> {
    return this.#exclusively(async () => {
      const { result, carry } = await this.#writer.write({ appends: [], settlements: [item] });
      carry();
      return settlementAnswer(result.settlements[0]);
    });
  }

  /** Whether the store can write now. Never rejects. */
  canWrite(): Promise<boolean> {
    return this.#exclusively(() => this.#writer.write({ appends: [], settlements: [] })).then(
      ({ carry }) => {
        carry();
        return true;
      },
      () => false,
    );
  }

  /** Resolves when every store call under way has been answered. */
  idle(): Promise<void> {
    const answered = () => this.#claimed.then(() => this.#answered);
    return this.#exclusively(answered).then(() => this.#locked.idle());
  }

  /** Leases due lanes. A second claim waits for the first. @throws the store's error. */
  claim(): Promise<void> {
    const claim = () => this.#beside(() => this.#settleRetries().then(() => this.#claim()));
    return this.#isRemote && !this.#isSlow ? claim() : this.#exclusively(claim);
  }

  /** Releases this node's own leases, or those of nodes known to be dead. @throws the store's error. */
  release(scope: "own" | "dead"): Promise<void> {
    const { store, clock, book } = this.#ports;
    return this.#exclusively(async () => {
      await this.#beside(() => this.#settleRetries());
      await store.release({ owner: book.owner, scope }, clock.now());
    });
  }

  /** Commits the waiting retries on their own, because no caller waits for them. Never rejects. */
  async #settleRetries(): Promise<void> {
    // Retries that arrive meanwhile wait for the next round, so that claims have their turn.
    for (let left = this.#retries.size; left > 0; left -= retriesLimit) {
      const retries = this.#retries.take(Math.min(left, retriesLimit));
      const settlements = retries.map(({ item }) => item);
      try {
        const result = await this.#writer.writeOnly({ appends: [], settlements });
        answerEach(retries, result.settlements, settlementAnswer);
      } catch (error) {
        for (const { reject } of retries) reject(unavailable(error));
      }
    }
  }

  async #claim(): Promise<void> {
    const { store, clock, book, watch } = this.#ports;
    const budget = this.#isRemote ? halfBudget(book.budget()) : book.budget();
    if (budget.inbound + budget.outbound + budget.reports === 0) {
      // More lanes may be due. The end of a current lease wakes the dispatcher.
      return this.#onGrant({ leases: [], exhausted: laneKinds, isDoubtful: false })();
    }
    const carry = await book.during(budget, async () => {
      const claim = () => store.claim(clock.now(), budget);
      const { result: leases, hasPaused: isDoubtful } = await watch.during(claim);
      return this.#onGrant({ leases, exhausted: exhaustedKinds(budget, leases), isDoubtful });
    });
    carry();
  }

  /** Whether a verdict has waited so long that this node might take over its lane before it is stored. */
  get #isSlow(): boolean {
    const since = this.#settlingSince ?? this.#settlements[0]?.since ?? null;
    return since !== null && this.#ports.clock.now() - since > slowMs;
  }

  get #isRemote(): boolean {
    return this.#ports.store.isRemote === true;
  }

  /** Runs `work` while no other store call of this node is under way. */
  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = this.#tail.then(work, work);
    this.#tail = run.catch(() => {});
    return run;
  }

  /** Runs `work` after the earlier calls that run concurrently with commits. */
  #beside(work: () => Promise<void>): Promise<void> {
    const run = this.#claimed.then(work);
    this.#claimed = run.catch(() => {});
    return run;
  }

  #enqueue<Item, Result>(queue: Waiting<Item, Result>[], item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      queue.push({ item, since: this.#ports.clock.now(), resolve, reject });
      this.#pace.grown(this.#appends.length + this.#settlements.length);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#ports.timers.soon(() => void this.#exclusively(() => this.#flush()));
  }

  async #flush(): Promise<void> {
    await this.#pace.ready(() => this.#appends.length + this.#settlements.length);
    this.#scheduled = false;
    const settlements = this.#settlements.splice(0, batchLimit);
    const taken = this.#appends.splice(0, batchLimit);
    for (const { item } of taken) this.#waitingBytes -= appendSize(item);
    const appends = this.#locked.takeLater(taken);
    if (this.#settlements.length + this.#appends.length > 0) this.#schedule();
    if (settlements.length + appends.length === 0) return;
    this.#settlingSince = settlements[0]?.since ?? null;
    const startedAt = this.#ports.clock.now();
    try {
      const { result, carry } = await this.#writer.write({
        appends: itemsOf(appends),
        settlements: itemsOf(settlements),
      });
      const answered = this.#locked.takeLocked(appends, result.appends);
      const tookMs = this.#ports.clock.now() - startedAt;
      this.#pace.ended(appends.length + settlements.length, tookMs);
      this.#answer(() => {
        carry();
        answerEach(settlements, result.settlements, settlementAnswer);
        answerEach(answered.appends, answered.results, appendAnswer);
      });
    } catch (error) {
      for (const { reject } of [...settlements, ...appends]) reject(unavailable(error));
    } finally {
      this.#settlingSince = null;
    }
  }

  /** Gives the answers after the commit; a remote store gets its next commit first. See `CommitPace`. */
  #answer(give: () => void): void {
    if (!this.#isRemote || !this.#scheduled) return give();
    this.#answered = new Promise((resolve) => {
      this.#ports.timers.soon(() => {
        give();
        resolve();
      });
    });
  }
}
