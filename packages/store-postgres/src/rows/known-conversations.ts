import type { NumberLookup } from "../lanes/batch-reads.ts";
import type { ChannelKeys } from "../channels/channel-keys.ts";
import type { ConversationRow } from "./conversation-rows.ts";
import { PairMap } from "../statements/pair-map.ts";
import { searchable } from "../statements/searchable.ts";

/**
 * Size of a generation. When one is full, entries not used since the previous one are dropped. The cache holds at most
 * twice as many.
 */
const generationSize = 10_000;

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
  #young = new Generation();
  #old = new Generation();
  /** Claimed conversations, by id. They are needed once more, when they are settled. */
  readonly #leased = new Map<string, KnownConversation>();

  byId(id: string): KnownConversation | undefined {
    const known = this.#young.byId.get(id) ?? this.#leased.get(id);
    return known ?? this.#renewed(this.#old.byId.get(id));
  }

  byVisitor(visitor: VisitorRef): KnownConversation | undefined {
    return this.#young.of(visitor) ?? this.#renewed(this.#old.of(visitor));
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
    if (!this.#young.byNumber.has(row.number)) this.#keep(knownOf(row));
  }

  /**
   * Caches a claimed conversation until one of its lanes is settled. It stays outside the main cache: during redelivery
   * many conversations are claimed again and again. They would displace active ones.
   */
  lease(row: ConversationRow): void {
    if (this.#young.byNumber.has(row.number)) return;
    // Drops conversations that were never settled here.
    if (this.#leased.size >= generationSize) this.#leased.clear();
    this.#leased.set(row.current.id, knownOf(row));
  }

  settled(id: string): void {
    this.#leased.delete(id);
  }

  forget(known: KnownConversation): void {
    this.#leased.delete(known.id);
    this.#young.remove(known);
    this.#old.remove(known);
  }

  /** Removes an erased conversation and its visitor's data. */
  forgetId(id: string): void {
    const known = this.byId(id);
    if (known !== undefined) this.forget(known);
  }

  #renewed(known: KnownConversation | undefined): KnownConversation | undefined {
    if (known !== undefined) this.#keep(known);
    return known;
  }

  #keep(known: KnownConversation): void {
    if (this.#young.byNumber.size >= generationSize) {
      this.#old = this.#young;
      this.#young = new Generation();
    }
    this.#young.add(known);
  }
}

class Generation {
  readonly byNumber = new Map<number, KnownConversation>();
  readonly byId = new Map<string, KnownConversation>();
  /** By the channel's number and the visitor's key. */
  readonly #byVisitor = new PairMap<number, string, KnownConversation>();

  of({ channel, visitorKey }: VisitorRef): KnownConversation | undefined {
    return this.#byVisitor.get(channel, visitorKey);
  }

  add(known: KnownConversation): void {
    this.byNumber.set(known.number, known);
    this.byId.set(known.id, known);
    this.#byVisitor.set(known.channel, known.visitorKey, known);
  }

  /** The number and the visitor may already have a newer entry, which stays. */
  remove(known: KnownConversation): void {
    this.byId.delete(known.id);
    if (this.byNumber.get(known.number)?.id === known.id) this.byNumber.delete(known.number);
    if (this.of(known)?.id === known.id) this.#byVisitor.delete(known.channel, known.visitorKey);
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
