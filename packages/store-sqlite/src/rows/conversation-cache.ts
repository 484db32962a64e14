import type { Conversation } from "@parley/core";

/** A conversation as of the last commit. */
export interface KnownConversation {
  readonly number: number;
  /** Number of its channel key. */
  readonly channel: number;
  current: Conversation;
  lastSequence: number;
}

/** Enough for the conversations that are active at the same time. */
const limit = 4_096;
/** A full cache drops this many at once: finding the oldest takes long after many were dropped one by one. */
const droppedTogether = limit / 8;
/** Conversations with longer texts are not kept, so that the memory is limited too. */
const textLimit = 1_024;

/**
 * Conversations of recent calls. A message then needs no read of them: nobody else can write the rows. Those that were
 * added first are dropped first, however often they are used: they are read again at their next message.
 */
export class ConversationCache {
  /** In the order in which they were added. */
  readonly #byId = new Map<string, KnownConversation>();
  readonly #byNumber = new Map<number, KnownConversation>();
  readonly #byVisitor = new Map<string, KnownConversation>();

  byId(id: string): KnownConversation | undefined {
    return this.#byId.get(id);
  }

  byNumber(number: number): KnownConversation | undefined {
    return this.#byNumber.get(number);
  }

  byVisitor(channelKey: string, visitorKey: string): KnownConversation | undefined {
    return this.#byVisitor.get(visitorRef(channelKey, visitorKey));
  }

  /** Call it once the transaction has been committed. */
  put({ number, channel, current, lastSequence }: KnownConversation): void {
    const known = this.#byId.get(current.id);
    if (charactersOf(current) > textLimit) {
      this.#delete(known);
    } else if (known === undefined) {
      this.#add({ number, channel, current, lastSequence });
    } else {
      known.current = current;
      known.lastSequence = lastSequence;
    }
  }

  clear(): void {
    this.#byId.clear();
    this.#byNumber.clear();
    this.#byVisitor.clear();
  }

  #add(known: KnownConversation): void {
    const { id, channelKey, visitorKey } = known.current;
    this.#byId.set(id, known);
    this.#byNumber.set(known.number, known);
    this.#byVisitor.set(visitorRef(channelKey, visitorKey), known);
    if (this.#byId.size <= limit) return;
    for (const oldest of this.#byId.values().take(droppedTogether).toArray()) this.#delete(oldest);
  }

  #delete(known: KnownConversation | undefined): void {
    if (known === undefined) return;
    const { id, channelKey, visitorKey } = known.current;
    this.#byId.delete(id);
    this.#byNumber.delete(known.number);
    this.#byVisitor.delete(visitorRef(channelKey, visitorKey));
  }
}

function visitorRef(channelKey: string, visitorKey: string): string {
  return `${channelKey}\n${visitorKey}`;
}

function charactersOf({ visitorKey, visitorId, profile, owner }: Conversation): number {
  let characters = visitorKey.length + visitorId.length + (owner.assignee?.length ?? 0);
  for (const text of Object.values(profile)) characters += text.length;
  return characters;
}
