import { type LaneKind, laneKinds } from "../../model/lane.ts";
import type { StoredReport } from "../../model/report.ts";
import type { Lease, LeaseBudget, Settlement } from "../../ports/stores/message-store.ts";
import type { Bounds } from "../bounds.ts";

/** The part of an `AbortSignal` that an attempt needs. The attempt ends when it aborts. */
export interface Abortable {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * A lease that this node holds, until it is dropped: it then aborts. It is no `AbortSignal`, because a listener on a
 * real one costs more than all the rest of a lease.
 */
export class HeldLease implements Abortable {
  readonly lease: Lease;
  #isDropped = false;
  readonly #listeners = new Set<() => void>();

  constructor(lease: Lease) {
    this.lease = lease;
  }

  get held(): boolean {
    return !this.#isDropped;
  }

  get aborted(): boolean {
    return this.#isDropped;
  }

  /** Sequence of the message that an event about the lease names; on the reports lane the message that failed. */
  get subjectSequence(): number {
    const { lane, head } = this.lease;
    if (lane.kind !== "reports") return head.messageSequence;
    return (JSON.parse(head.message) as StoredReport).sequence;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /** Calls every listener once. */
  drop(): void {
    this.#isDropped = true;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
  }
}

/** The leases that one store call granted to this node. */
export interface Grant {
  readonly held: readonly HeldLease[];
  /** Lane kinds whose lease budget was used up. More lanes of these kinds may be due. */
  readonly exhausted: readonly LaneKind[];
}

/** The leases that this node holds, and how many more it may be granted. */
export class LeaseBook {
  readonly owner: string;
  readonly #capacity: Readonly<Record<LaneKind, number>>;
  readonly #seriesPerChannel: number;
  readonly #held = new Map<number, HeldLease>();
  readonly #count: Record<LaneKind, number> = { inbound: 0, outbound: 0, reports: 0 };
  /** Leases that calls under way may be granted. */
  readonly #reserved: Record<LaneKind, number> = { inbound: 0, outbound: 0, reports: 0 };
  #isOpen = false;
  #onGrant: (grant: Grant) => void = () => {};

  constructor(owner: string, bounds: Bounds) {
    this.owner = owner;
    this.#seriesPerChannel = bounds.seriesPerChannel;
    this.#capacity = {
      inbound: bounds.inboundLeases,
      outbound: bounds.outboundLeases,
      reports: bounds.reportLeases,
    };
  }

  /**
   * From now on, until `close`, commits and claims ask for leases.
   * @param onGrant starts the attempts of the leases of one store call
   */
  open(onGrant: (grant: Grant) => void): void {
    this.#isOpen = true;
    this.#onGrant = onGrant;
  }

  close(): void {
    this.#isOpen = false;
  }

  /**
   * The leases that a store call may be granted, besides those reserved by calls under way. Leases that the call
   * itself settles count as free.
   */
  budget(settlements: readonly Settlement[] = []): LeaseBudget {
    const free = { inbound: 0, outbound: 0, reports: 0 };
    if (this.#isOpen) {
      for (const kind of laneKinds) free[kind] = this.#room(kind) - this.#reserved[kind];
      for (const { lane, token } of settlements) if (this.#held.has(token)) free[lane.kind] += 1;
      for (const kind of laneKinds) free[kind] = Math.max(0, free[kind]);
    }
    return { ...free, owner: this.owner, seriesPerChannel: this.#seriesPerChannel };
  }

  /** For a call that can start no lane. */
  emptyBudget(): LeaseBudget {
    return changedBudget(this.budget(), () => 0);
  }

  /** Whether there is room for a lease of this kind, without regard to calls under way. */
  hasRoom(kind: LaneKind): boolean {
    return this.#isOpen && this.#room(kind) > 0;
  }

  /** Keeps room for the leases that a store call may be granted. */
  reserve(budget: LeaseBudget): void {
    for (const kind of laneKinds) this.#reserved[kind] += budget[kind];
  }

  /** The call has ended. */
  unreserve(budget: LeaseBudget): void {
    for (const kind of laneKinds) this.#reserved[kind] -= budget[kind];
  }

  /** Books the leases of a store call. `isDoubtful`: another node may hold the lanes by now, so they are dropped. */
  take(leases: readonly Lease[], budget: LeaseBudget, isDoubtful: boolean): Grant {
    const left = { inbound: budget.inbound, outbound: budget.outbound, reports: budget.reports };
    const held: HeldLease[] = [];
    for (const lease of leases) {
      const one = new HeldLease(lease);
      this.#held.set(lease.token, one);
      this.#count[lease.lane.kind] += 1;
      left[lease.lane.kind] -= 1;
      if (isDoubtful) one.drop();
      held.push(one);
    }
    return { held, exhausted: laneKinds.filter((kind) => left[kind] <= 0) };
  }

  /** Hands the leases of one store call to the dispatcher. */
  carry(grant: Grant): void {
    this.#onGrant(grant);
  }

  /** Removes a lease that was settled or lost. */
  free(held: HeldLease): void {
    if (this.#held.delete(held.lease.token)) this.#count[held.lease.lane.kind] -= 1;
  }

  /**
   * Aborts the attempts under all leases; each lease is freed once it is settled. Returns the number of leases
   * dropped.
   */
  dropAll(): number {
    const dropped = [...this.#held.values()].filter(({ held }) => held);
    for (const held of dropped) held.drop();
    return dropped.length;
  }

  #room(kind: LaneKind): number {
    return this.#capacity[kind] - this.#count[kind];
  }
}

/** A budget with other numbers of leases. */
export function changedBudget(budget: LeaseBudget, change: (free: number) => number): LeaseBudget {
  const { inbound, outbound, reports } = budget;
  return {
    ...budget,
    inbound: change(inbound),
    outbound: change(outbound),
    reports: change(reports),
  };
}
