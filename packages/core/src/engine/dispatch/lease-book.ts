import { type BackendLevel, defaultBackend } from "../../model/backend-pause.ts";
import type { BackendLaneKind, LaneKind } from "../../model/lane.ts";
import type {
  BackendBudget,
  Lease,
  LeaseBudget,
  Settlement,
} from "../../ports/stores/message-store.ts";
import type { Bounds } from "../bounds.ts";
import { HeldLease } from "./held-lease.ts";
import { groupOfLease, isInGroup, type LaneGroup, leasesOf } from "./lane-group.ts";
import { LeaseRoom } from "./lease-room.ts";

/** The leases that one store call granted to this node. */
export interface Grant {
  readonly held: readonly HeldLease[];
  /** Groups whose part of the budget was used up. More of their lanes may be due. */
  readonly exhausted: readonly LaneGroup[];
}

const backendKinds: readonly BackendLaneKind[] = ["inbound", "reports", "notices"];

/** The leases that this node holds, and how many more it may be granted. */
export class LeaseBook {
  readonly owner: string;
  readonly #bounds: Bounds;
  readonly #held = new Map<number, HeldLease>();
  /** By backend; `null`: for outbound lanes. */
  readonly #rooms = new Map<string | null, LeaseRoom>();
  /** Every group that has a room. */
  #groups: readonly LaneGroup[] = [];
  #isOpen = false;
  #onGrant: (grant: Grant) => void = () => {};

  constructor(owner: string, bounds: Bounds) {
    this.owner = owner;
    this.#bounds = bounds;
    this.offerTo([defaultBackend]);
  }

  /**
   * The backends whose lanes this node leases. Call it before `open`. Default: `default`.
   * @param standIns who takes the lanes of a backend that is not there any more, by its name
   */
  offerTo(backends: readonly string[], standIns: Readonly<Record<string, string>> = {}): void {
    const { inboundLeases, outboundLeases, reportLeases, noticeLeases } = this.#bounds;
    const none = { inbound: 0, outbound: 0, reports: 0, notices: 0 };
    this.#rooms.clear();
    this.#rooms.set(null, new LeaseRoom({ ...none, outbound: outboundLeases }));
    const own = { inbound: inboundLeases, outbound: 0, reports: reportLeases };
    for (const backend of backends)
      this.#rooms.set(backend, new LeaseRoom({ ...own, notices: noticeLeases }));
    for (const [gone, backend] of Object.entries(standIns)) {
      const room = this.#rooms.get(backend);
      if (room !== undefined) this.#rooms.set(gone, room);
    }
    const ofBackends = this.backends.flatMap((backend) =>
      backendKinds.map((kind) => ({ kind, backend })),
    );
    this.#groups = [{ kind: "outbound", backend: null }, ...ofBackends];
  }

  /** The backends whose lanes this node leases. */
  get backends(): readonly string[] {
    return [...this.#rooms.keys()].filter((backend) => backend !== null);
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

  /** Sets how many events a backend is offered. */
  limit(backend: string, level: BackendLevel): void {
    this.#rooms.get(backend)?.limit(level);
  }

  /** Leaves the lanes of a backend to other nodes, until it is called with `false`. */
  hold(backend: string, isHeld: boolean): void {
    this.#rooms.get(backend)?.hold(isHeld);
  }

  /**
   * The leases that a commit may be granted, besides those reserved by calls under way. Leases that the commit itself
   * settles count as free. While a backend is offered few events, only claims choose them: the oldest go first.
   */
  budget(settlements: readonly Settlement[] = []): LeaseBudget {
    const settled = settlements
      .flatMap(({ token }) => this.#held.get(token) ?? [])
      .map(groupOfLease);
    return this.#budgetOf((room, { kind, backend }) => {
      if (room.isLimited) return 0;
      let free = room.free(kind);
      for (const one of settled) if (one.kind === kind && one.backend === backend) free += 1;
      return free;
    });
  }

  /** The leases that a claim may be granted, besides those reserved by calls under way. */
  claimBudget(): LeaseBudget {
    return this.#budgetOf((room, { kind }) => room.free(kind));
  }

  /** For a call that can start no lane. */
  emptyBudget(): LeaseBudget {
    return this.#budgetOf(() => 0);
  }

  /** Whether there is room for a lease of this group, without regard to calls under way. */
  hasRoom({ kind, backend }: LaneGroup): boolean {
    return this.#isOpen && (this.#rooms.get(backend)?.room(kind) ?? 0) > 0;
  }

  /** Keeps room for the leases that a store call may be granted. */
  reserve(budget: LeaseBudget): void {
    for (const group of this.#groups)
      this.#rooms.get(group.backend)?.reserve(group.kind, leasesOf(budget, group));
  }

  /** The call has ended. */
  unreserve(budget: LeaseBudget): void {
    for (const group of this.#groups)
      this.#rooms.get(group.backend)?.reserve(group.kind, -leasesOf(budget, group));
  }

  /** Books the leases of a store call. `isDoubtful`: another node may hold the lanes by now, so they are dropped. */
  take(
    leases: readonly Lease[],
    budget: LeaseBudget,
    isDoubtful: boolean,
    by: "commit" | "claim" = "commit",
  ): Grant {
    const held: HeldLease[] = [];
    for (const lease of leases) {
      const one = new HeldLease(lease);
      this.#held.set(lease.token, one);
      const { kind, backend } = groupOfLease(one);
      this.#rooms.get(backend)?.take(kind);
      if (isDoubtful) one.drop();
      held.push(one);
    }
    const exhausted = this.#groups.filter((group) => {
      const taken = held.filter((one) => isInGroup(one, group)).length;
      return taken >= leasesOf(budget, group) && !this.#isLimited(group, by);
    });
    return { held, exhausted };
  }

  /** Hands the leases of one store call to the dispatcher. */
  carry(grant: Grant): void {
    this.#onGrant(grant);
  }

  /** Removes a lease that was settled or lost. */
  free(held: HeldLease): void {
    if (!this.#held.delete(held.lease.token)) return;
    const { kind, backend } = groupOfLease(held);
    this.#rooms.get(backend)?.leave(kind);
  }

  /**
   * Aborts the attempts at events of a conversation for its owner of `fence`, or an earlier one: their leases are stale. The
   * new owner's lease may be there already.
   */
  dropEvents(conversationId: string, fence: number): void {
    for (const one of this.#held.values()) {
      const { lane, conversation } = one.lease;
      const isOf = lane.kind === "inbound" && lane.conversationId === conversationId;
      if (isOf && conversation.owner.fence <= fence && one.held) one.drop();
    }
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

  #budgetOf(free: (room: LeaseRoom, group: LaneGroup) => number): LeaseBudget {
    const leases = (kind: LaneKind, backend: string | null): number => {
      const room = this.#rooms.get(backend);
      if (room === undefined || !this.#isOpen) return 0;
      return Math.max(0, free(room, { kind, backend }));
    };
    const ofBackend = (backend: string): BackendBudget => ({
      inbound: leases("inbound", backend),
      reports: leases("reports", backend),
      notices: leases("notices", backend),
    });
    const others = this.backends.filter((backend) => backend !== defaultBackend);
    return {
      ...ofBackend(defaultBackend),
      outbound: leases("outbound", null),
      owner: this.owner,
      seriesPerChannel: this.#bounds.seriesPerChannel,
      ...(others.length > 0 && {
        others: Object.fromEntries(others.map((backend) => [backend, ofBackend(backend)])),
      }),
    };
  }

  /** Whether no lease was granted because the backend is offered nothing, or only what claims choose. */
  #isLimited({ backend }: LaneGroup, by: "commit" | "claim"): boolean {
    const room = this.#rooms.get(backend);
    return room === undefined || (by === "commit" ? room.isLimited : room.isClosed);
  }
}
