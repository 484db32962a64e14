import type { LaneKind } from "../model/lane.ts";

/** One lane that something waits on. */
export interface StoredLane {
  readonly conversation: number;
  readonly kind: LaneKind;
  readonly channel: number;
  /** Sequence of the delivery at the front. */
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
