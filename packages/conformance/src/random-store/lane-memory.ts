import assert from "node:assert/strict";
import {
  type Append,
  type AppendResult,
  defaultBackend,
  type Lease,
  type LeaseBudget,
  type ReleaseScope,
  type Settlement,
} from "@parley/core";
import { laneName } from "./held-leases.ts";
import { checkFirstLease, checkNextLease, type WatchedLane } from "./watched-lane.ts";
import { OwnerMemory } from "./owner-memory.ts";

/** State of all lanes. It outlives restarts of the store. */
export class LaneMemory {
  readonly #lanes = new Map<string, WatchedLane>();
  readonly #owners = new OwnerMemory();
  readonly #lastSequence = new Map<string, number>();
  #lastToken = 0;

  /** Stored messages that have no end yet. */
  get waiting(): number {
    return this.#owners.waiting;
  }

  appended(append: Append, result: AppendResult): void {
    const isHandedOver = this.#owners.appended(append, result);
    if (isHandedOver && append.kind === "owner")
      this.#lanes.delete(inboundLane(append.conversationId));
    if (result.status !== "stored") return;
    for (const sequence of result.sequences) {
      const last: number = this.#lastSequence.get(result.conversationId) ?? 0;
      assert.ok(sequence > last, "a new sequence is above all before it");
      this.#lastSequence.set(result.conversationId, sequence);
    }
  }

  settled({ lane, token, verdict }: Settlement, isTaken: boolean): void {
    const known = [...this.#lanes.values()].find(({ lease }) => lease.token === token);
    const isCurrent = known !== undefined && known.isHeld && known.lease.lane.kind === lane.kind;
    assert.equal(isTaken, isCurrent, "a settlement is taken exactly when its lease stands");
    if (!isTaken || known === undefined) return;
    known.isHeld = false;
    known.verdict = verdict;
    if (verdict.kind !== "retry") this.#owners.ended(known.lease);
  }

  leased(leases: readonly Lease[], now: number, budget: LeaseBudget): void {
    for (const lease of [...leases].sort((a, b) => a.token - b.token)) {
      assert.ok(lease.token > this.#lastToken, "tokens rise over all leases ever granted");
      this.#lastToken = lease.token;
      this.#owners.leased(lease);
      const name = laneName(lease);
      const known = this.#lanes.get(name);
      if (known === undefined) checkFirstLease(lease, now);
      else checkNextLease(known, lease, now);
      this.#lanes.set(name, { lease, owner: budget.owner, isHeld: true, verdict: null });
      if (lease.lane.kind === "outbound")
        this.#checkSeries(lease.conversation.channelKey, budget.seriesPerChannel);
    }
    checkBudget(leases, budget);
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
    this.#owners.erased(conversationId);
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

function inboundLane(conversationId: string): string {
  return laneName({ lane: { kind: "inbound", conversationId }, backend: "" });
}

function checkBudget(leases: readonly Lease[], budget: LeaseBudget): void {
  const granted = new Map<string, number>();
  for (const { lane, backend } of leases) {
    const { kind } = lane;
    const own = backend === defaultBackend ? budget : budget.others?.[backend];
    const limit = kind === "outbound" ? budget.outbound : (own?.[kind] ?? 0);
    const name = kind === "outbound" ? kind : `${kind} ${backend}`;
    const count = (granted.get(name) ?? 0) + 1;
    granted.set(name, count);
    assert.ok(count <= limit, "no more leases than the budget of their backend allows");
  }
}
