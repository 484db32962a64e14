import type { ServiceIdentifier } from "inversify";
import type { Failure, Outcome } from "../../model/delivery.ts";
import type { LaneKind } from "../../model/lane.ts";
import type { Page, PageRequest } from "./conversation-store.ts";

/**
 * Which deliveries. `failed` are those whose message has no newer delivery, newest acceptance first; `waiting` go by
 * conversation, the newest one first, and within a lane from its end; those of one conversation newest first.
 */
export type DeliveryQuery =
  | {
      readonly state: "waiting" | "failed";
      readonly kind?: "inbound" | "outbound";
      /** Public id of the channel. */
      readonly channelId?: string;
    }
  | { readonly conversationId: string };

/** One journey of one message as stores hand it out; reports are none. */
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
  /** Of a lane's head its lane's `attempt`; 0 behind it, and once settled. */
  readonly attempt: number;
  /** Of a lane's head its lane's `due`, which is `null` while parked; `null` under a lease, behind the head, and once settled. */
  readonly due: number | null;
  /** Of a lane's head its memo, of a settled delivery its verdict's `record`. */
  readonly record: string | null;
}

/** What waits, by kind. */
export type Backlog = Readonly<
  Record<
    LaneKind,
    {
      readonly lanes: number;
      /** Deliveries, heads included. */
      readonly waiting: number;
      /** Epoch milliseconds: the oldest among the heads of the 1000 lanes that are due first; `null` when none is due. */
      readonly oldestAcceptedAt: number | null;
    }
  >
>;

/** Called by `Deliveries`; implemented by each store. Reads what `MessageStore` wrote. */
export interface DeliveryStore {
  /**
   * At most `limit`. A page may hold fewer, even none, before the end: a store looks through a bounded number of rows
   * per call. Only `next` says where the end is.
   */
  deliveries(query: DeliveryQuery, page: PageRequest): Promise<Page<StoredDelivery>>;
  delivery(conversationId: string, sequence: number): Promise<StoredDelivery | null>;
  backlog(): Promise<Backlog>;
}
export const DeliveryStore = Symbol.for(
  "@parley/core/DeliveryStore",
) as ServiceIdentifier<DeliveryStore>;
