import type { NumberLookup } from "../lanes/batch-reads.ts";
import type { ChannelKeys } from "../channels/channel-keys.ts";
import type { ConversationRow } from "./conversation-rows.ts";
import { PairMap } from "../statements/pair-map.ts";
import { searchable } from "../statements/searchable.ts";

/** Maximum number of cached conversations, and of claimed ones. */
const capacity = 20_000;
/** A full cache drops this many of the least recently used at once: finding the oldest takes long after many uses. */
const droppedTogether = capacity / 10;

/** The fixed fields of a conversation. */
export interface KnownConversation {
  readonly number: number;
  /** Number of its channel key. */
  readonly channel: number;
  readonly id: string;
  readonly channelKey: string;
  readonly channelId: string;
  readonly visitorKey: string;
  readonly createdAt: number;
}

/** A visitor, with the number of the channel's key. */
export interface VisitorRef {
  readonly channel: number;
  readonly visitorKey: string;
}

/** The conversations that a call needs. */
export interface Wanted {
  readonly ids: readonly string[];
  readonly visitors: readonly VisitorRef[];
}

/** The cached ones of these conversations, and the rest. */
export interface Found {
  readonly known: ReadonlyMap<number, KnownConversation>;
  readonly unknown: Wanted;
}

/**
 * A cache of conversations that this node has locked before. Locking by number costs half of locking by id or visitor.
 * The lock must check that the number still belongs to the conversation: any node may have erased it.
 */
export class KnownConversations {
  /** The last used one comes last. */
  readonly #byNumber = new Map<number, KnownConversation>();
  readonly #byId = new Map<string, KnownConversation>();
  /** By the channel's number and the visitor's key. */
  readonly #byVisitor = new PairMap<number, string, KnownConversation>();
  /** Claimed conversations, by id. They are needed once more, when they are settled. */
  readonly #leased = new Map<string, KnownConversation>();

  byId(id: string): KnownConversation | undefined {
    return this.#used(this.#byId.get(id)) ?? this.#leased.get(id);
  }

  byVisitor({ channel, visitorKey }: VisitorRef): KnownConversation | undefined {
    return this.#used(this.#byVisitor.get(channel, visitorKey));
  }

  find({ ids, visitors }: Wanted): Found {
    const known = new Map<number, KnownConversation>();
    const isUnknown = (found: KnownConversation | undefined): boolean => {
      if (found !== undefined) known.set(found.number, found);
      return found === undefined;
    };
    const unknown = {
      ids: ids.filter((id) => isUnknown(this.byId(id))),
      visitors: visitors.filter((visitor) => isUnknown(this.byVisitor(visitor))),
    };
    return { known, unknown };
  }

  learn(row: ConversationRow): void {
    const before = this.#byNumber.get(row.number);
    if (before?.id === row.current.id) return;
    // A failover that lost the latest commits may have given its number to another conversation.
    if (before !== undefined) this.forget(before);
    if (this.#byNumber.size >= capacity) this.#dropOldest();
    const known = knownOf(row);
    this.#byNumber.set(known.number, known);
    this.#byId.set(known.id, known);
    this.#byVisitor.set(known.channel, known.visitorKey, known);
  }

  /**
   * Caches a claimed conversation until one of its lanes is settled. It stays outside the main cache: during redelivery
   * many conversations are claimed again and again. They would displace active ones.
   */
  lease(row: ConversationRow): void {
    if (this.#byNumber.has(row.number)) return;
    // Drops all claimed ones, since some were never settled here.
    if (this.#leased.size >= capacity) this.#leased.clear();
    this.#leased.set(row.current.id, knownOf(row));
  }

  settled(id: string): void {
    this.#leased.delete(id);
  }

  /** The visitor may already have a newer conversation, which stays. */
  forget(known: KnownConversation): void {
    this.#leased.delete(known.id);
    if (this.#byNumber.get(known.number) === known) this.#byNumber.delete(known.number);
    if (this.#byId.get(known.id) === known) this.#byId.delete(known.id);
    const { channel, visitorKey } = known;
    if (this.#byVisitor.get(channel, visitorKey) === known)
      this.#byVisitor.delete(channel, visitorKey);
  }

  /** Removes an erased conversation and its visitor's data. */
  forgetId(id: string): void {
    const known = this.byId(id);
    if (known !== undefined) this.forget(known);
  }

  #dropOldest(): void {
    const oldest = this.#byNumber.values().take(droppedTogether).toArray();
    for (const known of oldest) this.forget(known);
  }

  #used(known: KnownConversation | undefined): KnownConversation | undefined {
    if (known === undefined) return undefined;
    this.#byNumber.delete(known.number);
    this.#byNumber.set(known.number, known);
    return known;
  }
}

function knownOf({ number, channel, current }: ConversationRow): KnownConversation {
  const { id, channelKey, channelId, visitorKey, createdAt } = current;
  return { number, channel, id, channelKey, channelId, visitorKey, createdAt };
}

/** For a batch whose conversations are all cached. */
export function numberLookupOf(known: KnownConversations, channels: ChannelKeys): NumberLookup {
  return {
    byId: (id) => known.byId(searchable(id)),
    madeFor: ({ channelKey, visitorKey }) =>
      known.byVisitor({ channel: channels.numberOf(channelKey), visitorKey }),
  };
}
