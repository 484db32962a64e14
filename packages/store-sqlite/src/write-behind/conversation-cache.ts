import type { Conversation } from "@parley/core";
import { textDigest } from "./text-digest.ts";
import { VisitorIndex } from "./visitor-index.ts";

/** A conversation as the last commit left it. */
export interface KnownConversation {
  /** Rises with creation; settles ties wherever instants are equal. */
  readonly number: number;
  /** The number of its channel key. */
  readonly channel: number;
  current: Conversation;
  lastSequence: number;
}

/** Of what was used last at least this much is kept, at most twice as much. */
const keptBytes = 3 * 1024 * 1024;
/** What one conversation takes besides its texts. */
const entryBytes = 600;

/** Conversations that were used lately, so that a message costs no look at rows that nobody else can write. */
export class ConversationCache {
  #young = new Generation();
  #old = new Generation();
  readonly #places = new VisitorIndex();
  /** Of the channel that was asked for last. */
  #channelKey = "";
  #channelDigest = textDigest("");

  byNumber(number: number): KnownConversation | undefined {
    return this.#young.byNumber.get(number) ?? this.#promote(this.#old.byNumber.get(number));
  }

  byId(id: string): KnownConversation | undefined {
    return this.#young.byId.get(id) ?? this.#promote(this.#old.byId.get(id));
  }

  /** Of two that have one digest, the one that was added last alone is found. */
  byVisitor(channelKey: string, visitorKey: string): KnownConversation | undefined {
    const digest = this.#digestOf(channelKey, visitorKey);
    const young = this.#young.byVisitor.get(digest);
    if (young !== undefined && isOf(young, channelKey, visitorKey)) return young;
    const old = this.#old.byVisitor.get(digest);
    return old !== undefined && isOf(old, channelKey, visitorKey) ? this.#promote(old) : undefined;
  }

  /** Of one that is not kept any more: its number, which its row has to prove. */
  placeOf(channelKey: string, visitorKey: string): number | undefined {
    return this.#places.find(this.#digestOf(channelKey, visitorKey));
  }

  /** Keeps `row`, which nobody changes any more but by another call of this. */
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

  /** A number, as a map keeps every text that it is asked for until the next full collection. */
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
  /** By the visitor's digest. */
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

/** Whether nothing of what changes in a conversation, but for numbers, has. */
function hasSameTexts(one: Conversation, other: Conversation): boolean {
  return one.profile === other.profile && one.visitorId === other.visitorId;
}

/** Texts take one or two bytes per character. */
function bytesOf({ visitorKey, visitorId, profile }: Conversation): number {
  let characters = 2 * visitorKey.length + visitorId.length;
  for (const text of Object.values(profile)) characters += text.length;
  return entryBytes + 2 * characters;
}
