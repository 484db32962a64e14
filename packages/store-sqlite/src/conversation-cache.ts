import type { Conversation } from "@parley/core";
import { VisitorPlaces } from "./visitor-places.ts";

/** A conversation as the last commit left it. */
export interface KnownConversation {
  /** Rises with creation; settles ties wherever instants are equal. */
  readonly number: number;
  /** The number of its channel key. */
  readonly channel: number;
  /** Its `visitorRef`. */
  readonly ref: string;
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
  readonly #places = new VisitorPlaces();

  byNumber(number: number): KnownConversation | undefined {
    return this.#young.byNumber.get(number) ?? this.#promote(this.#old.byNumber.get(number));
  }

  byId(id: string): KnownConversation | undefined {
    return this.#young.byId.get(id) ?? this.#promote(this.#old.byId.get(id));
  }

  /** `ref`: its `visitorRef`. */
  byVisitor(ref: string): KnownConversation | undefined {
    return this.#young.byVisitor.get(ref) ?? this.#promote(this.#old.byVisitor.get(ref));
  }

  /** Of one that is not kept any more: its number, which its row has to prove. `ref`: its `visitorRef`. */
  placeOf(ref: string): number | undefined {
    return this.#places.find(ref);
  }

  /** Keeps `row`, which nobody changes any more but by another call of this. */
  put({ number, channel, ref, current, lastSequence }: KnownConversation): void {
    const known = this.byNumber(number);
    if (known === undefined) {
      this.#add({ number, channel, ref, current, lastSequence });
      this.#places.keep(ref, number);
    } else {
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
    this.#young.add(known);
    this.#age();
  }

  #age(): void {
    if (this.#young.bytes < keptBytes) return;
    this.#old = this.#young;
    this.#young = new Generation();
  }
}

/** Key of one visitor on one channel. */
export function visitorRef(channelKey: string, visitorKey: string): string {
  return `${channelKey}\n${visitorKey}`;
}

class Generation {
  readonly byNumber = new Map<number, KnownConversation>();
  readonly byId = new Map<string, KnownConversation>();
  readonly byVisitor = new Map<string, KnownConversation>();
  bytes = 0;

  add(known: KnownConversation): void {
    const { number, ref, current } = known;
    this.byNumber.set(number, known);
    this.byId.set(current.id, known);
    this.byVisitor.set(ref, known);
    this.bytes += bytesOf(current);
  }
}

/** Texts take one or two bytes per character. */
function bytesOf({ visitorKey, visitorId, profile }: Conversation): number {
  let characters = 2 * visitorKey.length + visitorId.length;
  for (const text of Object.values(profile)) characters += text.length;
  return entryBytes + 2 * characters;
}
