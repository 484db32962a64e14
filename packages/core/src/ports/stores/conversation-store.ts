import type { ServiceIdentifier } from "inversify";
import type { Conversation } from "../../model/conversation.ts";
import type { StoredMessage } from "../../model/delivery.ts";

/** Names a conversation: by its id, or by its channel and visitor. */
export type ConversationRef =
  | { readonly id: string }
  | { readonly channelKey: string; readonly visitorKey: string };

/** The channel of a conversation. It never changes. */
export type ConversationChannel = Pick<Conversation, "channelId" | "channelKey">;

/** One page of a list. `next` is the `before` of the following page; `null` on the last one. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** Which page of a list to read. */
export interface PageRequest {
  /** The `next` of an earlier page; `null` for the newest items. */
  readonly before: string | null;
  /** 1 to 200. */
  readonly limit: number;
}

/** Called by `Conversations` and the inbox; implemented by each store. Reads rows that `MessageStore` wrote. */
export interface ConversationStore {
  find(ref: ConversationRef): Promise<Conversation | null>;
  /**
   * The channel of a conversation, as `find` by id gives it. A store may answer from memory, even when the
   * conversation was erased meanwhile. A store without such a memory leaves the method out, and core calls `find`.
   */
  channelOf?(conversationId: string): Promise<ConversationChannel | null>;
  /** Newest activity first. */
  list(page: PageRequest): Promise<Page<Conversation>>;
  /**
   * The newest `limit` messages before the cursor; within the page the oldest is first. One item per message. The
   * cursor of this list is a message's sequence in decimal digits.
   */
  messages(conversationId: string, page: PageRequest): Promise<Page<StoredMessage>>;
  /**
   * Deletes one conversation with its rows, bodies and message identities. Leases on its lanes become stale.
   * `false` when there is none.
   */
  erase(conversationId: string): Promise<boolean>;
}
export const ConversationStore = Symbol.for(
  "@parley/core/ConversationStore",
) as ServiceIdentifier<ConversationStore>;
