import type { ServiceIdentifier } from "inversify";
import type { Conversation } from "../../model/conversation.ts";
import type { Page, PageRequest } from "../stores/conversation-store.ts";
import type { OwnedCount, OwnedQuery } from "../stores/owner-store.ts";

/** Called by admin surfaces and agent apps; implemented by core. An agent app sees what it may read. */
export interface OwnedConversations {
  /** As `OwnerStore.owned`: newest activity first; only `next: null` marks the end. */
  list(query: OwnedQuery, page: PageRequest): Promise<Page<Conversation>>;
  /** One row for each backend and assignee that own a conversation. */
  counts(): Promise<readonly OwnedCount[]>;
}
export const OwnedConversations = Symbol.for(
  "@parley/core/OwnedConversations",
) as ServiceIdentifier<OwnedConversations>;
