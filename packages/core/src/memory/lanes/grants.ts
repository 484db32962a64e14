import { defaultBackend } from "../../model/backend-pause.ts";
import { grantLease, type LaneKind } from "../../model/lane.ts";
import { LeasesLeft } from "../../owners/leases-left.ts";
import { ownerChangeHead } from "../../owners/owner-change-head.ts";
import type { Head, Lease, LeaseBudget } from "../../ports/stores/message-store.ts";
import type { MemoryData } from "../data.ts";
import type { DeliveryRow, LaneRow } from "../rows.ts";

/** The leases that one store call grants, within its budget. */
export class Grants {
  readonly now: number;
  readonly seriesPerChannel: number;
  readonly #data: MemoryData;
  readonly #owner: string;
  readonly #left: LeasesLeft;
  readonly #leased: (() => Lease | null)[] = [];

  constructor(data: MemoryData, now: number, budget: LeaseBudget) {
    this.now = now;
    this.seriesPerChannel = budget.seriesPerChannel;
    this.#data = data;
    this.#owner = budget.owner;
    this.#left = new LeasesLeft(budget);
  }

  /** `backend`: `null` for the outbound kind. */
  left(kind: LaneKind, backend: string | null): number {
    return this.#left.of(kind, backend);
  }

  /** Leases the lane's head within the budget; past it the lane stays unleased and is due now. */
  offer(lane: LaneRow): void {
    if (this.left(lane.kind, lane.backend) > 0) this.#grant(lane);
    else lane.due = this.now;
  }

  /**
   * Reads the lanes and conversations last, after every other change of the call. A lease that the call itself has made
   * stale is left out; its place in the budget is used up.
   */
  leases(): readonly Lease[] {
    return this.#leased.flatMap((lease) => lease() ?? []);
  }

  #grant(lane: LaneRow): void {
    const terms = grantLease(lane.kind, lane, this.now);
    const token = ++this.#data.lastToken;
    this.#left.take(lane.kind, lane.backend);
    lane.attempt = terms.attempt;
    lane.startedAt = terms.startedAt;
    lane.due = terms.until;
    lane.lease = { token, owner: this.#owner };
    const { kind, conversation, memo, pausedSince, ownerChange } = lane;
    const first = lane.queue[0] as DeliveryRow;
    const head = ownerChange === null ? headOf(first) : ownerChangeHead(ownerChange);
    this.#leased.push(() =>
      lane.lease?.token !== token
        ? null
        : {
            ...terms,
            lane: { kind, conversationId: conversation.current.id },
            backend: lane.backend ?? first.backend ?? defaultBackend,
            isOwnerChange: ownerChange !== null,
            token,
            head,
            conversation: conversation.current,
            memo,
            pausedSince,
          },
    );
  }
}

function headOf(delivery: DeliveryRow): Head {
  const { sequence, messageSequence, message, sender, recipientId, acceptedAt } = delivery;
  return { sequence, messageSequence, message, sender, recipientId, acceptedAt };
}
