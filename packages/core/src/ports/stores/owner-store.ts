import type { ServiceIdentifier } from "inversify";
import type { Conversation } from "../../model/conversation.ts";
import type { OwnerChange } from "../../model/owner.ts";
import type { Page, PageRequest } from "./conversation-store.ts";

/** Selects conversations by owner. Every condition given must hold. */
export interface OwnedQuery {
  /** Names of backends; `null` stands for nobody. Default: any. */
  readonly backends?: readonly (string | null)[];
  /** Default: any, also none. */
  readonly assignee?: string;
}

/** How many conversations one owner has. */
export interface OwnedCount {
  /** `null`: nobody's. */
  readonly backend: string | null;
  readonly assignee: string | null;
  readonly conversations: number;
}

/** Called by `Owners` and by the scoped services of backends; implemented by each store. Reads what `MessageStore` wrote. */
export interface OwnerStore {
  /**
   * Newest activity first. A page may hold fewer than `limit`, even none, before the end of the list, because a store reads
   * a bounded number of rows per call. Only `next: null` marks the end.
   */
  owned(query: OwnedQuery, page: PageRequest): Promise<Page<Conversation>>;
  /** The changes of a conversation's owner, newest first. Its first owner is no change. */
  history(conversationId: string, page: PageRequest): Promise<Page<OwnerChange>>;
  /** One row for each backend and assignee that own a conversation, in no particular order. */
  counts(): Promise<readonly OwnedCount[]>;
}
export const OwnerStore = Symbol.for("@parley/core/OwnerStore") as ServiceIdentifier<OwnerStore>;
