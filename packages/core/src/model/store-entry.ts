import type { Channel } from "./channel.ts";
import type { Conversation } from "./conversation.ts";
import type { Failure } from "./delivery.ts";
import type { LaneKind } from "./lane.ts";

/** What a store keeps, in the order in which it is moved to another one: nothing names what comes behind it. */
export const entryKinds = [
  "channels",
  "channelKeys",
  "conversations",
  "deliveries",
  "lanes",
  "taintedIds",
  "idempotencyKeys",
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** One entry of each kind, free of what is one store's own: numbers, positions, rows. */
export interface StoreEntries {
  /** A live channel. Oldest first. */
  readonly channels: Channel;
  readonly channelKeys: ChannelKeyEntry;
  readonly conversations: ConversationEntry;
  readonly deliveries: DeliveryEntry;
  readonly lanes: LaneEntry;
  readonly taintedIds: TaintedIdEntry;
  readonly idempotencyKeys: IdempotencyKeyEntry;
}
export type StoreEntry<Kind extends EntryKind = EntryKind> = StoreEntries[Kind];

/** A channel that conversations are on, live or removed. */
export interface ChannelKeyEntry {
  readonly key: string;
  /** `<channel_public_id>`. */
  readonly id: string;
}

/** Oldest first: that settles ties wherever instants are equal. */
export interface ConversationEntry {
  readonly conversation: Conversation;
  /** Of its newest delivery, whether that is kept still or not. */
  readonly lastSequence: number;
}

/** One journey of one message, or one delivery report. */
export interface DeliveryEntry {
  readonly conversationId: string;
  readonly sequence: number;
  readonly kind: LaneKind;
  /** `superseded`: failed, and sent again since. */
  readonly state: "waiting" | "delivered" | "failed" | "superseded";
  /** As of `Head`. */
  readonly messageSequence: number;
  /** Sequence of the message's newest delivery, on its first one, once it was sent again; else `null`. */
  readonly newest: number | null;
  readonly acceptedAt: number;
  /** What tells a client's own retry, on the first delivery of what it sent; `null` when nothing does. */
  readonly identity: {
    /** The first 16 bytes of `MessageIdentity.messageId`, hex. */
    readonly messageId: string;
    /** The first 12 bytes of `MessageIdentity.content`, hex. */
    readonly content: string;
    /** How many deliveries the message was split into. */
    readonly count: number;
  } | null;
  readonly failure: Failure | null;
  /** As of `Verdict`. */
  readonly record: string | null;
  /** The next three as of `Head`. */
  readonly recipientId: string | null;
  readonly sender: string | null;
  readonly message: string;
}

/** A lane that something waits on, with its head's attempts and clock. */
export interface LaneEntry {
  readonly conversationId: string;
  readonly kind: LaneKind;
  /** Sequence of the delivery at the front. */
  readonly head: number;
  /** How many deliveries wait on it, the head included. */
  readonly waiting: number;
  /** Of the head, as `Progress`. */
  readonly attempt: number;
  readonly startedAt: number | null;
  /** Epoch milliseconds: when it may be claimed, while leased that of the takeover; `null` while parked. */
  readonly due: number | null;
  /** Rises with the place among the parked lanes of its channel; `null` while it is not parked. */
  readonly parked: number | null;
  /** Of who is dead once the store is moved: leases are given back as after a restart. `null` without one. */
  readonly lease: { readonly token: number; readonly owner: string } | null;
  /** What the head's last `retry` settlement left. */
  readonly memo: string | null;
}

/** A message id that has carried two contents identifies nothing on its channel any more (ruling 11). */
export interface TaintedIdEntry {
  readonly channelKey: string;
  /** As of `DeliveryEntry.identity`. */
  readonly messageId: string;
}

/** What a send with an idempotency key has stored. */
export interface IdempotencyKeyEntry {
  readonly conversationId: string;
  readonly key: string;
  readonly acceptedAt: number;
  /** The first sequence of its deliveries, which follow one another. */
  readonly first: number;
  readonly count: number;
}
