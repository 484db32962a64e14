import type { LaneKind } from "../model/lane.ts";

/** One lane that something waits on. */
export interface StoredLane {
  readonly conversation: number;
  readonly kind: LaneKind;
  /** Number of the backend whose lane it is (`BackendNames`); 0 on the outbound lane. */
  readonly backend: number;
  readonly channel: number;
  /** JSON text of a `StoredOwnerChange` that goes before the deliveries; `null`: none. */
  ownerChange: string | null;
  /** Sequence of the delivery at the front; 0 when nothing waits behind the change of owner. */
  head: number;
  /** How many deliveries wait on it, the head included. */
  waiting: number;
  /** Of the head, as `Progress`. */
  attempt: number;
  startedAt: number | null;
  /** When claimable: the takeover instant while leased; `null` while parked. */
  due: number | null;
  /** Place among the parked lanes of its channel; `null` while it has a slot, or is of another kind. */
  parked: number | null;
  /** Of the lease; `null` without one. */
  token: number | null;
  owner: string | null;
  /** What the head's last `retry` settlement left. */
  memo: string | null;
  /** When the first pause of the head began; `null`: none. */
  pausedSince: number | null;
}
