import { isMessageKind, type LaneKind, laneKinds } from "../../model/lane.ts";
import type { BackendLevel } from "../../model/backend-pause.ts";
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

  /** Sequence of the message that an event about the lease names; of a report or notice, the message that it is about. */
  get subjectSequence(): number {
    const { lane, head } = this.lease;
    if (isMessageKind(lane.kind)) return head.messageSequence;
    return (JSON.parse(head.message) as { readonly sequence: number }).sequence;
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

/** Leases of each kind that find out whether the agent app takes events again after a pause. */
const fewLeases = 3;

/** The leases that this node holds, and how many more it may be granted. */
export class LeaseBook {
  readonly owner: string;
  readonly #capacity: Readonly<Record<LaneKind, number>>;
  readonly #seriesPerChannel: number;
  readonly #held = new Map<number, HeldLease>();
  readonly #count: Record<LaneKind, number> = forEachKind(() => 0);
  /** Leases that calls under way may be granted. */
  readonly #reserved: Record<LaneKind, number> = forEachKind(() => 0);
  #isOpen = false;
  #level: BackendLevel = "all";
  #onGrant: (grant: Grant) => void = () => {};

  constructor(owner: string, bounds: Bounds) {
    this.owner = owner;
    this.#seriesPerChannel = bounds.seriesPerChannel;
    this.#capacity = {
      inbound: bounds.inboundLeases,
      outbound: bounds.outboundLeases,
      reports: bounds.reportLeases,
      notices: bounds.noticeLeases,
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

  /** Sets how many events the agent app is offered. */
  limitAgentApp(level: BackendLevel): void {
    this.#level = level;
  }

  /**
   * The leases that a commit may be granted, besides those reserved by calls under way. Leases that the commit itself
   * settles count as free. While the agent app is offered few events, only claims choose them: the oldest go first.
   */
  budget(settlements: readonly Settlement[] = []): LeaseBudget {
    const free = forEachKind((kind) => this.#free(kind));
    for (const { lane, token } of settlements) if (this.#held.has(token)) free[lane.kind] += 1;
    return this.#budgetOf((kind) =>
      this.#level === "all" || kind === "outbound" ? free[kind] : 0,
    );
  }

  /** The leases that a claim may be granted, besides those reserved by calls under way. */
  claimBudget(): LeaseBudget {
    return this.#budgetOf((kind) => this.#free(kind));
  }

  /** For a call that can start no lane. */
  emptyBudget(): LeaseBudget {
    return this.#budgetOf(() => 0);
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
  take(
    leases: readonly Lease[],
    budget: LeaseBudget,
    isDoubtful: boolean,
    by: "commit" | "claim" = "commit",
  ): Grant {
    const left = forEachKind((kind) => budget[kind]);
    const held: HeldLease[] = [];
    for (const lease of leases) {
      const one = new HeldLease(lease);
      this.#held.set(lease.token, one);
      this.#count[lease.lane.kind] += 1;
      left[lease.lane.kind] -= 1;
      if (isDoubtful) one.drop();
      held.push(one);
    }
    const exhausted = laneKinds.filter((kind) => left[kind] <= 0 && !this.#isLimited(kind, by));
    return { held, exhausted };
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

  #budgetOf(free: (kind: LaneKind) => number): LeaseBudget {
    const counts = forEachKind((kind) => (this.#isOpen ? Math.max(0, free(kind)) : 0));
    return { ...counts, owner: this.owner, seriesPerChannel: this.#seriesPerChannel };
  }

  #free(kind: LaneKind): number {
    return this.#room(kind) - this.#reserved[kind];
  }

  #room(kind: LaneKind): number {
    return this.#capacityOf(kind) - this.#count[kind];
  }

  #capacityOf(kind: LaneKind): number {
    const capacity = this.#capacity[kind];
    if (kind === "outbound" || this.#level === "all") return capacity;
    return this.#level === "few" ? Math.min(fewLeases, capacity) : 0;
  }

  /** Whether no lease was granted because the agent app is offered nothing, or only what claims choose. */
  #isLimited(kind: LaneKind, by: "commit" | "claim"): boolean {
    if (kind === "outbound" || this.#level === "all") return false;
    return this.#level === "none" || by === "commit";
  }
}

/** A budget with other numbers of leases. */
export function changedBudget(budget: LeaseBudget, change: (free: number) => number): LeaseBudget {
  return { ...budget, ...forEachKind((kind) => change(budget[kind])) };
}

function forEachKind(count: (kind: LaneKind) => number): Record<LaneKind, number> {
  return {
    inbound: count("inbound"),
    outbound: count("outbound"),
    reports: count("reports"),
    notices: count("notices"),
  };
}
