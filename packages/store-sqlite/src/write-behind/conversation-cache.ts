import type { Conversation } from "@parley/core";
import { textDigest } from "./text-digest.ts";
import { VisitorIndex } from "./visitor-index.ts";

/** A conversation as of the last commit. */
export interface KnownConversation {
  /** Rises with creation. It breaks ties between equal instants. */
  readonly number: number;
  /** Number of its channel key. */
  readonly channel: number;
  current: Conversation;
  lastSequence: number;
}

/** The most recently used entries are kept: at least this much, at most twice as much. */
const keptBytes = 3 * 1024 * 1024;
/** Memory of one conversation besides its texts. */
const entryBytes = 600;

/** Recently used conversations. A message then needs no read: nobody else can write the rows. */
export class ConversationCache {
  #young = new Generation();
  #old = new Generation();
  readonly #places = new VisitorIndex();
  /** The channel of the last look-up. */
  #channelKey = "";
  #channelDigest = textDigest("");

  byNumber(number: number): KnownConversation | undefined {
    return this.#young.byNumber.get(number) ?? this.#promote(this.#old.byNumber.get(number));
  }

  byId(id: string): KnownConversation | undefined {
    return this.#young.byId.get(id) ?? this.#promote(this.#old.byId.get(id));
  }

  /** When two visitors share a digest, only the one added last is found. */
  byVisitor(channelKey: string, visitorKey: string): KnownConversation | undefined {
    const digest = this.#digestOf(channelKey, visitorKey);
    const young = this.#young.byVisitor.get(digest);
    if (young !== undefined && isOf(young, channelKey, visitorKey)) return young;
    const old = this.#old.byVisitor.get(digest);
    return old !== undefined && isOf(old, channelKey, visitorKey) ? this.#promote(old) : undefined;
  }

  /** The number of a conversation that is no longer cached. Its row must confirm it. */
  placeOf(channelKey: string, visitorKey: string): number | undefined {
    return this.#places.find(this.#digestOf(channelKey, visitorKey));
  }

  /** Caches `row`. Nobody may change it afterwards, except by another `put`. */
  put({ number, channel, current, lastSequence }: KnownConversation): void {
    const known = this.byNumber(number);
    if (known === undefined) {
      this.#add({ number, channel, current, lastSequence });
      this.#places.keep(this.#digestOf(current.channelKey, current.visitorKey), number);
    } else {
      if (!hasSameTexts(current, known.current))
        this.#young.bytes += Math.max(0, bytesOf(current) - bytesOf(known.current));
      known.current = current;
      known.lastSequence = lastSequence;
      this.#age();
    }
  }

  clear(): void {
    this.#young = new Generation();
    this.#old = new Generation();
  }

  #promote(known: KnownConversation | undefined): KnownConversation | undefined {
    if (known !== undefined) this.#add(known);
    return known;
  }

  #add(known: KnownConversation): void {
    const { channelKey, visitorKey } = known.current;
    this.#young.add(known, this.#digestOf(channelKey, visitorKey));
    this.#age();
  }

  /** A number: a `Map` keeps every string used for a look-up until the next full collection. */
  #digestOf(channelKey: string, visitorKey: string): number {
    if (channelKey !== this.#channelKey) {
      this.#channelKey = channelKey;
      this.#channelDigest = textDigest(channelKey);
    }
    return textDigest(visitorKey, this.#channelDigest);
  }

  #age(): void {
    if (this.#young.bytes < keptBytes) return;
    this.#old = this.#young;
    this.#young = new Generation();
  }
}

class Generation {
  readonly byNumber = new Map<number, KnownConversation>();
  readonly byId = new Map<string, KnownConversation>();
  /** By digest of the visitor. */
  readonly byVisitor = new Map<number, KnownConversation>();
  bytes = 0;

  add(known: KnownConversation, digest: number): void {
    const { number, current } = known;
    this.byNumber.set(number, known);
    this.byId.set(current.id, known);
    this.byVisitor.set(digest, known);
    this.bytes += bytesOf(current);
  }
}

function isOf({ current }: KnownConversation, channelKey: string, visitorKey: string): boolean {
  return current.visitorKey === visitorKey && current.channelKey === channelKey;
}

/** Whether all texts of two states are equal. Only numbers may differ. */
function hasSameTexts(one: Conversation, other: Conversation): boolean {
  return one.profile === other.profile && one.visitorId === other.visitorId;
}

/** A character takes one or two bytes. */
function bytesOf({ visitorKey, visitorId, profile }: Conversation): number {
  let characters = 2 * visitorKey.length + visitorId.length;
  for (const text of Object.values(profile)) characters += text.length;
  return entryBytes + 2 * characters;
}
