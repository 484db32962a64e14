import { type LaneKind, laneKinds } from "../../model/lane.ts";
import type { Lease, LeaseBudget, Settlement } from "../../ports/stores/message-store.ts";
import type { Bounds } from "../bounds.ts";
import { type Abortable, DropSignal } from "./drop-signal.ts";

/** A lease that this node holds. `signal` aborts when the lease is dropped. */
export class HeldLease {
  readonly lease: Lease;
  readonly #dropped = new DropSignal();

  constructor(lease: Lease) {
    this.lease = lease;
  }

  get signal(): Abortable {
    return this.#dropped;
  }

  get held(): boolean {
    return !this.#dropped.aborted;
  }

  drop(): void {
    this.#dropped.abort();
  }
}

/** The leases that this node holds, and how many more it may be granted. */
export class LeaseBook {
  readonly owner: string;
  readonly #capacity: Readonly<Record<LaneKind, number>>;
  readonly #seriesPerChannel: number;
  readonly #held = new Map<number, HeldLease>();
  readonly #count: Record<LaneKind, number> = { inbound: 0, outbound: 0, reports: 0 };
  /** Leases that calls under way may be granted. */
  readonly #promised: Record<LaneKind, number> = { inbound: 0, outbound: 0, reports: 0 };
  #open = false;

  constructor(owner: string, bounds: Bounds) {
    this.owner = owner;
    this.#seriesPerChannel = bounds.seriesPerChannel;
    this.#capacity = {
      inbound: bounds.inboundLeases,
      outbound: bounds.outboundLeases,
      reports: bounds.reportLeases,
    };
  }

  /** Until opened, and after `close`, commits and claims ask for no leases. */
  open(): void {
    this.#open = true;
  }

  close(): void {
    this.#open = false;
  }

  /**
   * The leases that a store call may be granted, besides those reserved by calls under way. Leases that the call
   * itself settles count as free.
   */
  budget(settlements: readonly Settlement[] = []): LeaseBudget {
    const free = { inbound: 0, outbound: 0, reports: 0 };
    if (this.#open) {
      for (const kind of laneKinds) free[kind] = this.#room(kind) - this.#promised[kind];
      for (const { lane, token } of settlements) if (this.#held.has(token)) free[lane.kind] += 1;
      for (const kind of laneKinds) free[kind] = Math.max(0, free[kind]);
    }
    return { ...free, owner: this.owner, seriesPerChannel: this.#seriesPerChannel };
  }

  /** Whether there is room for a lease of this kind, without regard to calls under way. */
  hasRoom(kind: LaneKind): boolean {
    return this.#open && this.#room(kind) > 0;
  }

  /** Makes a store call and reserves `budget` until it ends. */
  async during<Result>(budget: LeaseBudget, call: () => Promise<Result>): Promise<Result> {
    for (const kind of laneKinds) this.#promised[kind] += budget[kind];
    try {
      return await call();
    } finally {
      for (const kind of laneKinds) this.#promised[kind] -= budget[kind];
    }
  }

  take(lease: Lease): HeldLease {
    const held = new HeldLease(lease);
    this.#held.set(lease.token, held);
    this.#count[lease.lane.kind] += 1;
    return held;
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
