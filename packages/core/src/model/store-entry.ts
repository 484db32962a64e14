import type { Channel } from "./channel.ts";
import type { Conversation } from "./conversation.ts";
import type { ErasureNotice } from "./erasure-notice.ts";
import type { Failure } from "./delivery.ts";
import type { LaneKind } from "./lane.ts";
import type { OwnerChange } from "./owner.ts";
import type { StoredEntry } from "../state/stored-entry.ts";

/** The kinds of entry that a store holds, in the order in which they are moved. No entry refers to a later kind. */
export const entryKinds = [
  "channels",
  "channelKeys",
  "conversations",
  "deliveries",
  "lanes",
  "taintedIds",
  "idempotencyKeys",
  "erasureNotices",
  "pluginInstances",
  "pluginEntries",
  "ownerChanges",
] as const;
/** Name of a kind of entry. */
export type EntryKind = (typeof entryKinds)[number];

/** One entry of each kind, without values that only one store uses, such as row numbers. */
export interface StoreEntries {
  /** A live channel. Oldest first. */
  readonly channels: Channel;
  readonly channelKeys: ChannelKeyEntry;
  readonly conversations: ConversationEntry;
  readonly deliveries: DeliveryEntry;
  readonly lanes: LaneEntry;
  readonly taintedIds: TaintedIdEntry;
  readonly idempotencyKeys: IdempotencyKeyEntry;
  readonly erasureNotices: ErasureNoticeEntry;
  readonly pluginInstances: PluginInstanceEntry;
  readonly pluginEntries: PluginStateEntry;
  readonly ownerChanges: OwnerChangeEntry;
}
/** An entry of the given kind; by default of any kind. */
export type StoreEntry<Kind extends EntryKind = EntryKind> = StoreEntries[Kind];

/** The key of a channel that has conversations, live or removed. */
export interface ChannelKeyEntry {
  readonly key: string;
  /** `<channel_public_id>`. */
  readonly id: string;
}

/** Moved oldest first: that order decides where instants are equal. */
export interface ConversationEntry {
  readonly conversation: Conversation;
  /** Sequence of its newest delivery, even when that delivery was deleted. */
  readonly lastSequence: number;
}

/** One delivery of one message, one delivery report, or one notice of a delivered message. */
export interface DeliveryEntry {
  readonly conversationId: string;
  readonly sequence: number;
  readonly kind: LaneKind;
  /** `superseded`: the delivery failed, and the message was sent again since. */
  readonly state: "waiting" | "delivered" | "failed" | "superseded";
  /** As in `Head`. */
  readonly messageSequence: number;
  /** On the first delivery of a message that was sent again: sequence of its newest delivery. Else `null`. */
  readonly newest: number | null;
  readonly acceptedAt: number;
  /**
   * Identity by which a client's own retry is recognised, on the first delivery of the message; `null` when there
   * is none.
   */
  readonly identity: {
    /** The first 16 bytes of `MessageIdentity.messageId`, hex. */
    readonly messageId: string;
    /** The first 12 bytes of `MessageIdentity.content`, hex. */
    readonly content: string;
    /** Number of deliveries that the message was split into. */
    readonly count: number;
  } | null;
  readonly failure: Failure | null;
  /** As in `Verdict`. */
  readonly record: string | null;
  /** This and the next two as in `Head`. */
  readonly recipientId: string | null;
  readonly sender: string | null;
  readonly message: string;
  /**
   * Name of the backend that sent it; of a report or notice, of the one that is told; `null`: a visitor's, or from before
   * there were owners.
   */
  readonly backend: string | null;
}

/** A notice of an erased conversation that no listener has taken yet. */
export interface ErasureNoticeEntry extends ErasureNotice {
  /** As in `StoredErasure`. */
  readonly owners: readonly string[] | null;
}

/** One change of a conversation's owner. Those of a conversation are moved oldest first. */
export interface OwnerChangeEntry extends OwnerChange {
  readonly conversationId: string;
}

/** A lane with waiting work, and the progress of its head. */
export interface LaneEntry {
  readonly conversationId: string;
  readonly kind: LaneKind;
  /** Name of the backend whose lane it is; `null` on the outbound lane. */
  readonly backend: string | null;
  /** JSON text of a `StoredOwnerChange` that goes before the deliveries; `null`: none. */
  readonly ownerChange: string | null;
  /** Sequence of the delivery at the front; 0: nothing waits behind the change of owner. */
  readonly head: number;
  /** Number of waiting deliveries, the head included. */
  readonly waiting: number;
  /** This and `startedAt`: progress of the head, as in `Progress`. */
  readonly attempt: number;
  readonly startedAt: number | null;
  /**
   * Epoch milliseconds at which the lane may be claimed; while leased, the instant of takeover; `null` while
   * parked.
   */
  readonly due: number | null;
  /** Rises in the order in which the channel's lanes were parked; `null` while the lane is not parked. */
  readonly parked: number | null;
  /**
   * The lease, whose owner is dead once the store is moved: it is released as after a restart. `null` without a
   * lease.
   */
  readonly lease: { readonly token: number; readonly owner: string } | null;
  /** The memo of the head's last `retry` settlement. */
  readonly memo: string | null;
  /** As in `Lease`. */
  readonly pausedSince: number | null;
}

/** A message id that has carried two contents identifies nothing on its channel any more (ruling 11). */
export interface TaintedIdEntry {
  readonly channelKey: string;
  /** As in `DeliveryEntry.identity`. */
  readonly messageId: string;
}

/** The deliveries that a send with an idempotency key has stored. */
export interface IdempotencyKeyEntry {
  readonly conversationId: string;
  readonly key: string;
  readonly acceptedAt: number;
  /** First sequence of its deliveries, which are consecutive. */
  readonly first: number;
  readonly count: number;
}

/** What an instance of a plugin keeps, in total. */
export interface PluginInstanceEntry {
  readonly name: string;
  readonly entries: number;
  /** UTF-8 bytes of keys and values. */
  readonly bytes: number;
  /** The last version given to an entry. */
  readonly lastVersion: number;
}

/** An entry of a plugin's state. Its due call, if one runs, belongs to a dead node once the store is moved. */
export interface PluginStateEntry extends StoredEntry {
  readonly instance: string;
}
