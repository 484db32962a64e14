import { setImmediate as immediate, setTimeout as pause } from "node:timers/promises";
import {
  type Append,
  type CommitBatch,
  type LaneKind,
  type Lease,
  type LeaseBudget,
  type MessageStore,
  type Settlement,
} from "@parley/core";
import { budgetOf } from "./opened-store.ts";
import type { Stopwatch } from "./stopwatch.ts";

/** The result of each lease, and whether commits grant leases. If not, everything is claimed. */
export interface LoopTerms {
  readonly carry: (lease: Lease) => void;
  readonly grantsInCommits: boolean;
}

const batchLimit = 1_000;
/** Maximum leases of each kind per call. */
const claimLimit = 512;
/** Maximum leases held at once: enough that claims are the bottleneck, not running attempts. */
const capacity = 8 * claimLimit;

/**
 * A gateway's store calls without the gateway. One loop commits waiting work, batch after batch. Another settles
 * retries and claims what is due.
 */
export class StoreLoops {
  readonly #messages: MessageStore;
  readonly #clock: Stopwatch;
  readonly #terms: LoopTerms;
  readonly #held: Record<LaneKind, number> = {
    inbound: 0,
    outbound: 0,
    reports: 0,
    notices: 0,
  };
  #appends: Append[] = [];
  #settlements: Settlement[] = [];
  #retries: Settlement[] = [];
  #wake: () => void = () => {};

  constructor(messages: MessageStore, clock: Stopwatch, terms: LoopTerms) {
    this.#messages = messages;
    this.#clock = clock;
    this.#terms = terms;
  }

  append(append: Append): void {
    this.#appends.push(append);
    this.#wake();
  }

  settle(settlement: Settlement): void {
    if (settlement.verdict.kind === "retry") return void this.#retries.push(settlement);
    this.#settlements.push(settlement);
    this.#wake();
  }

  /** Runs both loops until `isOver`, then finishes held leases. `apartMs`: minimum time between two claims. */
  async run(isOver: () => boolean, apartMs: number): Promise<void> {
    const claimed = this.#claimAll(isOver, apartMs).finally(() => this.#wake());
    await Promise.all([claimed, this.#commitAll(isOver)]);
  }

  get #isIdle(): boolean {
    const { inbound, outbound, reports } = this.#held;
    return inbound + outbound + reports + this.#appends.length + this.#settlements.length === 0;
  }

  async #claimAll(isOver: () => boolean, apartMs: number): Promise<void> {
    while (!isOver() || !this.#isIdle) {
      await this.#settleRetries();
      if (isOver()) {
        await pause(apartMs);
        continue;
      }
      const budget = this.#budget();
      const leases = await this.#messages.claim(this.#clock.now(), budget);
      this.#take(leases);
      const isFull = leases.length >= budget.inbound;
      await pause(isFull ? 0 : apartMs);
    }
  }

  async #settleRetries(): Promise<void> {
    const settlements = this.#retries.splice(0);
    if (settlements.length === 0) return;
    await this.#messages.commit({ appends: [], settlements }, this.#clock.now(), budgetOf(0));
    this.#settled(settlements);
    this.#wake();
  }

  async #commitAll(isOver: () => boolean): Promise<void> {
    while (!isOver() || !this.#isIdle) {
      const batch = this.#nextBatch();
      if (batch.appends.length + batch.settlements.length === 0) {
        await new Promise<void>((resolve) => (this.#wake = resolve));
        // As in a gateway: one batch has everything from one event-loop turn.
        await immediate();
        continue;
      }
      const budget = this.#terms.grantsInCommits && !isOver() ? this.#budget() : budgetOf(0);
      const { leases } = await this.#messages.commit(batch, this.#clock.now(), budget);
      this.#settled(batch.settlements);
      this.#take(leases);
    }
  }

  #nextBatch(): CommitBatch {
    const appends = this.#appends.splice(0, batchLimit);
    return { appends, settlements: this.#settlements.splice(0, batchLimit) };
  }

  #settled(settlements: readonly Settlement[]): void {
    for (const { lane } of settlements) this.#held[lane.kind] -= 1;
  }

  #take(leases: readonly Lease[]): void {
    for (const lease of leases) {
      this.#held[lease.lane.kind] += 1;
      this.#terms.carry(lease);
    }
  }

  #budget(): LeaseBudget {
    const free = (kind: LaneKind): number => Math.min(claimLimit, capacity - this.#held[kind]);
    return {
      ...budgetOf(0),
      inbound: free("inbound"),
      outbound: free("outbound"),
      reports: free("reports"),
    };
  }
}
