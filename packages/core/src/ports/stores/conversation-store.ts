import type { ServiceIdentifier } from "inversify";
import type { Conversation } from "../../model/conversation.ts";
import type { StoredMessage } from "../../model/delivery.ts";

/** Which conversation: by its id, or by whose it is. */
export type ConversationRef =
  | { readonly id: string }
  | { readonly channelKey: string; readonly visitorKey: string };

/** Of which channel a conversation is; that never changes. */
export type ConversationChannel = Pick<Conversation, "channelId" | "channelKey">;

/** A page: `next` is the `before` of the page after it, `null` at the end. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

export interface PageRequest {
  /** The `next` of an earlier page; `null` for the newest. */
  readonly before: string | null;
  /** 1 to 200. */
  readonly limit: number;
}

/** Called by `Conversations` and the inbox; implemented by each store. Reads what `MessageStore` wrote. */
export interface ConversationStore {
  find(ref: ConversationRef): Promise<Conversation | null>;
  /**
   * What `find` by id says of its channel. A store may answer from memory, also for one that somebody has erased
   * meanwhile. One that remembers none leaves it out, and is asked for the conversation.
   */
  channelOf?(conversationId: string): Promise<ConversationChannel | null>;
  /** Newest activity first. */
  list(page: PageRequest): Promise<Page<Conversation>>;
  /**
   * The newest `limit` messages before the cursor, oldest first within the page; one item per message. The cursor of
   * this list is a message's sequence in decimal digits.
   */
  messages(conversationId: string, page: PageRequest): Promise<Page<StoredMessage>>;
  /**
   * Forgets one conversation: leases on its lanes become stale, its rows, bodies and message identities go.
   * `false` when there is none.
   */
  erase(conversationId: string): Promise<boolean>;
}
export const ConversationStore = Symbol.for(
  "@parley/core/ConversationStore",
) as ServiceIdentifier<ConversationStore>;
