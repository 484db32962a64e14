import type { ServiceIdentifier } from "inversify";
import type { Failure, Outcome } from "../../model/delivery.ts";
import type { BackendLaneKind, LaneKind } from "../../model/lane.ts";
import type { Page, PageRequest } from "./conversation-store.ts";

/**
 * Selects deliveries and sets their order.
 * - `failed`: deliveries whose message has no newer delivery; the newest acceptance is first.
 * - `waiting`: the newest conversation is first; within a lane the last delivery is first.
 * - one conversation: newest first.
 */
export type DeliveryQuery =
  | {
      readonly state: "waiting" | "failed";
      readonly kind?: "inbound" | "outbound";
      /** Public id of the channel. */
      readonly channelId?: string;
    }
  | { readonly conversationId: string };

/** One delivery of one message, as stores return it. Reports and notices are not deliveries of this kind. */
export interface StoredDelivery {
  readonly conversationId: string;
  readonly channelId: string;
  readonly sequence: number;
  /** Sequence of the message's first delivery. */
  readonly messageSequence: number;
  readonly kind: "inbound" | "outbound";
  readonly state: Outcome;
  readonly failure: Failure | null;
  /** Epoch milliseconds of the message's acceptance. */
  readonly acceptedAt: number;
  /** The lane's `attempt` when this is the head of its lane; 0 behind the head and once settled. */
  readonly attempt: number;
  /**
   * The lane's `due` when this is the head, `null` while parked. Also `null` under a lease, behind the head and
   * once settled.
   */
  readonly due: number | null;
  /** The lane's memo when this is the head; the verdict's `record` once settled. */
  readonly record: string | null;
}

/** What was sent with the message of a delivery. */
export interface SentMessage {
  /** The key as it was appended; `null`: none. */
  readonly key: string | null;
  /** Place of the delivery among the parts of its message, from 1. */
  readonly part: number;
  readonly parts: number;
  /** State of the message's newest delivery. */
  readonly state: Outcome;
}

/** Waiting work on some lanes. A change of owner is no delivery: a lane that holds nothing else has none waiting. */
export interface LaneBacklog {
  readonly lanes: number;
  /** Waiting deliveries, heads included. */
  readonly waiting: number;
  /**
   * Epoch milliseconds: the oldest acceptance among the heads of the 1000 lanes that are due first. `null` when
   * none is due.
   */
  readonly oldestAcceptedAt: number | null;
}

/** Waiting work of all backends by lane kind, and of each. */
export interface Backlog extends Readonly<Record<LaneKind, LaneBacklog>> {
  /** By name. A backend for which nothing waits may be missing. */
  readonly backends: Readonly<Record<string, Readonly<Record<BackendLaneKind, LaneBacklog>>>>;
}

/** Called by `Deliveries` and for delivery reports; implemented by each store. Reads rows that `MessageStore` wrote. */
export interface DeliveryStore {
  /**
   * At most `limit` deliveries. A page may hold fewer, even none, before the end of the list, because a store reads
   * a bounded number of rows per call. Only `next: null` marks the end.
   */
  deliveries(query: DeliveryQuery, page: PageRequest): Promise<Page<StoredDelivery>>;
  /** The delivery with this sequence; `null` when there is none, or when it is a report or a notice. */
  delivery(conversationId: string, sequence: number): Promise<StoredDelivery | null>;
  backlog(): Promise<Backlog>;
  /**
   * What was sent with an agent's message; `sequence` is that of its first delivery. `null` when it is not kept any
   * more.
   */
  sentMessage(conversationId: string, sequence: number): Promise<SentMessage | null>;
}
export const DeliveryStore = Symbol.for(
  "@parley/core/DeliveryStore",
) as ServiceIdentifier<DeliveryStore>;
