import type { Conversation } from "../model/conversation.ts";
import type { Failure, Outcome } from "../model/delivery.ts";
import type { LaneKind } from "../model/lane.ts";
import type { OwnerChange } from "../model/owner.ts";
import type { StateUsage } from "../state/apply-batch.ts";
import type { StoredEntry } from "../state/stored-entry.ts";

/** One delivery of one message, or one report. Sending a message again adds a second row. */
export interface DeliveryRow {
  readonly kind: LaneKind;
  readonly sequence: number;
  /** `sequence` of the message's first delivery. */
  readonly messageSequence: number;
  /** The backend that sent it; on lanes of reports and notices, the one that is told; of a visitor: `null`. */
  backend: string | null;
  readonly message: string;
  readonly sender: string | null;
  readonly recipientId: string | null;
  /** The instant at which the message was accepted. Sending it again does not change it. */
  readonly acceptedAt: number;
  state: Outcome;
  failure: Failure | null;
  /** The record of the verdict that settled it. */
  record: string | null;
}

/** The deliveries stored under one identity or idempotency key, and when. */
export interface Earlier {
  readonly content: string;
  readonly acceptedAt: number;
  readonly sequences: readonly number[];
}

/** One conversation with everything that is deleted with it. */
export interface ConversationRow {
  /** Order of creation; decides where instants are equal. */
  readonly number: number;
  current: Conversation;
  lastSequence: number;
  /** Keyed by `sequence`. Settled reports are deleted. */
  readonly deliveries: Map<number, DeliveryRow>;
  /** The newest delivery of each message, keyed and sorted by `messageSequence`. */
  readonly newest: Map<number, DeliveryRow>;
  readonly lanes: Set<LaneRow>;
  readonly idempotency: Map<string, Earlier>;
  /** Oldest first. */
  readonly ownerChanges: OwnerChange[];
}

/** A lane exists while it holds a waiting delivery, or a change of owner. */
export interface LaneRow {
  readonly kind: LaneKind;
  /** As in `Lease`; `null` on the outbound lane. */
  backend: string | null;
  readonly conversation: ConversationRow;
  /** Head first. */
  readonly queue: DeliveryRow[];
  /** JSON text of a `StoredOwnerChange` that goes before the queue; `null`: none. */
  ownerChange: string | null;
  /** This and `startedAt`: progress of the head, as in `Progress`. */
  attempt: number;
  startedAt: number | null;
  /** The memo of the head's last `retry` settlement. */
  memo: string | null;
  /** As in `Lease`. */
  pausedSince: number | null;
  lease: { readonly token: number; readonly owner: string } | null;
  /** The instant from which the lane may be claimed; while leased, the instant of takeover; `null` while parked. */
  due: number | null;
}

/** Contents that one message id has carried on one channel, by conversation; `tainted` after a second content. */
export type IdentityRow = Map<ConversationRow, Earlier> | "tainted";

/** The state of one instance of a plugin. */
export interface InstanceRow {
  usage: StateUsage;
  /** Keyed by `key`. */
  readonly entries: Map<string, StoredEntry>;
}
