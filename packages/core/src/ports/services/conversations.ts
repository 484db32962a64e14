import type { ServiceIdentifier } from "inversify";
import type { Conversation } from "../../model/conversation.ts";
import type { StoredMessage } from "../../model/delivery.ts";
import type { Page, PageRequest } from "../stores/conversation-store.ts";

/** Called by consoles and admin surfaces; implemented by core. */
export interface Conversations {
  find(conversationId: string): Promise<Conversation | null>;
  /**
   * The conversation of one visitor, on a channel that is not removed.
   * `visitorId` is read like `sender.id`: a non-empty string or an integer; `42` and `"42"` are the same visitor.
   * `null` for any other value.
   */
  findVisitor(channelId: string, visitorId: unknown): Promise<Conversation | null>;
  /** Newest activity first. */
  list(page: PageRequest): Promise<Page<Conversation>>;
  /** The newest messages before the cursor; within the page the oldest is first. */
  messages(conversationId: string, page: PageRequest): Promise<Page<StoredMessage>>;
  /** Deletes a visitor's conversation. `false` when there is none. */
  erase(conversationId: string): Promise<boolean>;
}
export const Conversations = Symbol.for(
  "@parley/core/Conversations",
) as ServiceIdentifier<Conversations>;
