import assert from "node:assert/strict";
import {
  type CommitBatch,
  type CommitResult,
  isMessageKind,
  type Lane,
  laneKinds,
  type Lease,
  type LeaseBudget,
  type MessageStore,
  type ReleaseScope,
  type Settlement,
  type Verdict,
} from "@parley/core";

/** Limit of the outbound lane (§6). Past it a head's attempt number stays the same. */
const attemptLimit = 3;
const tickMs = 3_000;

/** State of a lane that was leased at least once. */
interface WatchedLane {
  readonly lease: Lease;
  readonly owner: string;
  isHeld: boolean;
  /** What the lease was settled with; `null`: it was not. */
  verdict: Verdict | null;
}

/**
 * A `MessageStore` that checks the invariants of lanes on every call: heads in order, one lease per lane, rising tokens,
 * no effect of a stale token, the bound on series, one end per stored message.
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
    for (const [index, settlement] of batch.settlements.entries()) {
      this.#memory.settled(settlement, result.settlements[index] === "settled");
    }
    for (const append of result.appends) {
      if (append.status === "stored") this.#memory.stored(append.conversationId, append.sequences);
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

/** State of all lanes. It outlives restarts of the store. */
export class LaneMemory {
  readonly #lanes = new Map<string, WatchedLane>();
  readonly #waiting = new Map<string, Set<number>>();
  readonly #lastSequence = new Map<string, number>();
  #lastToken = 0;

  /** Stored messages that have no end yet. */
  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, sequences) => sum + sequences.size, 0);
  }

  stored(conversationId: string, sequences: readonly number[]): void {
    const waiting = this.#waiting.get(conversationId) ?? new Set();
    for (const sequence of sequences) {
      assert.ok(
        sequence > (this.#lastSequence.get(conversationId) ?? 0),
        "a new sequence is above all before it",
      );
      this.#lastSequence.set(conversationId, sequence);
      waiting.add(sequence);
    }
    this.#waiting.set(conversationId, waiting);
  }

  settled({ lane, token, verdict }: Settlement, isTaken: boolean): void {
    const known = this.#lanes.get(nameOf(lane));
    const isCurrent = known !== undefined && known.isHeld && known.lease.token === token;
    assert.equal(isTaken, isCurrent, "a settlement is taken exactly when its lease stands");
    if (!isTaken || known === undefined) return;
    known.isHeld = false;
    known.verdict = verdict;
    if (verdict.kind === "retry" || !isMessageKind(lane.kind)) return;
    const waiting = this.#waiting.get(lane.conversationId);
    assert.ok(waiting?.delete(known.lease.head.sequence), "a message ends once");
  }

  leased(leases: readonly Lease[], now: number, budget: LeaseBudget): void {
    for (const lease of [...leases].sort((a, b) => a.token - b.token)) {
      assert.ok(lease.token > this.#lastToken, "tokens rise over all leases ever granted");
      this.#lastToken = lease.token;
      const known = this.#lanes.get(nameOf(lease.lane));
      if (known !== undefined) follows(known, lease, now);
      this.#lanes.set(nameOf(lease.lane), {
        lease,
        owner: budget.owner,
        isHeld: true,
        verdict: null,
      });
      if (lease.lane.kind === "outbound")
        this.#checkSeries(lease.conversation.channelKey, budget.seriesPerChannel);
    }
    for (const kind of laneKinds) {
      const granted = leases.filter((lease) => lease.lane.kind === kind).length;
      assert.ok(granted <= budget[kind], "no more leases than the budget allows");
    }
  }

  released({ owner, scope }: ReleaseScope): void {
    for (const lane of this.#lanes.values()) {
      if ((lane.owner === owner) === (scope === "own")) lane.isHeld = false;
    }
  }

  erased(conversationId: string): void {
    for (const [name, { lease }] of this.#lanes) {
      if (lease.lane.conversationId === conversationId) this.#lanes.delete(name);
    }
    this.#waiting.delete(conversationId);
    this.#lastSequence.delete(conversationId);
  }

  #checkSeries(channelKey: string, bound: number): void {
    const series = [...this.#lanes.values()].filter(
      ({ lease, verdict }) =>
        lease.lane.kind === "outbound" &&
        lease.conversation.channelKey === channelKey &&
        (verdict === null || verdict.kind === "retry"),
    );
    assert.ok(series.length <= bound, "no channel has more series in flight than its bound");
  }
}

function follows(known: WatchedLane, lease: Lease, now: number): void {
  const before = known.lease.head.sequence;
  assert.ok(!known.isHeld || now >= known.lease.until, "a lane is leased to one at a time");
  const { verdict } = known;
  if (verdict !== null && verdict.kind !== "retry") {
    assert.ok(lease.head.sequence > before, "a settled head never comes back");
    const { attempt, startedAt, memo, pausedSince } = lease;
    assert.deepEqual(
      { attempt, startedAt, memo, pausedSince },
      { attempt: 1, startedAt: now, memo: null, pausedSince: null },
      "a new head starts afresh",
    );
    return;
  }
  assert.deepEqual(
    lease.head,
    known.lease.head,
    "a head stays, byte for byte, until it is settled",
  );
  assert.equal(lease.pausedSince, pausedSinceAfter(known), "a pause lasts until it is settled");
  const { isUnused = false, pause } = verdict ?? {};
  const isFree = isUnused || pause !== undefined;
  const used = isFree ? known.lease.attempt - 1 : known.lease.attempt;
  assert.ok(
    lease.attempt > used || lease.attempt > attemptLimit,
    "a lease costs an attempt, unless nothing was done under it or the backend asked for a pause",
  );
  const sinceStart = lease.lane.kind === "outbound" ? now - lease.startedAt : 0;
  const most = Math.max(used, Math.floor(sinceStart / tickMs)) + 1;
  const limit = lease.lane.kind === "outbound" ? Math.min(most, attemptLimit + 1) : most;
  if (isFree) assert.ok(lease.attempt <= limit, "such a lease uses none up");
  if (used === 0)
    assert.deepEqual([lease.attempt, lease.startedAt], [1, now], "a series not begun starts anew");
  else {
    const latest = known.lease.startedAt + (pause?.forMs ?? 0);
    assert.ok(lease.startedAt <= latest, "a series never starts anew");
  }
}

function pausedSinceAfter({ lease, verdict }: WatchedLane): number | null {
  if (verdict?.kind !== "retry" || verdict.isUnused === true) return lease.pausedSince;
  return verdict.pause?.since ?? null;
}

function nameOf(lane: Lane): string {
  return `${lane.conversationId} ${lane.kind}`;
}
