import type { Conversation } from "../model/conversation.ts";
import type { Failure, Outcome } from "../model/delivery.ts";
import type { LaneKind } from "../model/lane.ts";

/** One journey of one message, or one report. Sending again makes a second row for the same message. */
export interface DeliveryRow {
  readonly kind: LaneKind;
  readonly sequence: number;
  /** `sequence` of the message's first delivery. */
  readonly messageSequence: number;
  readonly message: string;
  readonly sender: string | null;
  readonly recipientId: string | null;
  /** When the message was accepted: sending again does not change it. */
  readonly acceptedAt: number;
  state: Outcome;
  failure: Failure | null;
  /** What the verdict that settled it has left. */
  record: string | null;
}

/** What was stored under one identity or idempotency key, and when. */
export interface Earlier {
  readonly content: string;
  readonly acceptedAt: number;
  readonly sequences: readonly number[];
}

/** One conversation with everything that goes when it is erased. */
export interface ConversationRow {
  /** Order of creation; settles ties wherever instants are equal. */
  readonly number: number;
  current: Conversation;
  lastSequence: number;
  /** By `sequence`. Settled reports are deleted. */
  readonly deliveries: Map<number, DeliveryRow>;
  /** The newest delivery of each message, by `messageSequence`, in that order. */
  readonly newest: Map<number, DeliveryRow>;
  readonly lanes: Map<LaneKind, LaneRow>;
  readonly idempotency: Map<string, Earlier>;
}

/** A lane exists while something waits on it. */
export interface LaneRow {
  readonly kind: LaneKind;
  readonly conversation: ConversationRow;
  /** Head first; never empty. */
  readonly queue: DeliveryRow[];
  /** Of the head, as `Progress`. */
  attempt: number;
  startedAt: number | null;
  /** What the head's last `retry` settlement left. */
  memo: string | null;
  lease: { readonly token: number; readonly owner: string } | null;
  /** When claimable: the takeover instant while leased; `null` while parked. */
  due: number | null;
}

/** What one message id has carried on one channel: contents by conversation, or too many to mean anything. */
export type IdentityRow = Map<ConversationRow, Earlier> | "tainted";
