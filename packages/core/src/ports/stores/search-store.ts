import type { ServiceIdentifier } from "inversify";
import type { Conversation } from "../../model/conversation.ts";
import type { StoredMessage } from "../../model/delivery.ts";
import type { Page, PageRequest } from "./conversation-store.ts";

/** What a search has found. */
export interface SearchHit {
  readonly conversation: Conversation;
  /** The message that contains the words; `null` when the visitor's name, contact details or id do. */
  readonly message: StoredMessage | null;
}

/** Result of one step of the indexer. */
export interface IndexStep {
  /** How many entries were written. */
  readonly entries: number;
  /** Whether everything that was committed before the step is indexed. */
  readonly isCaughtUp: boolean;
}

/** An optional port. Called by `Search` and its indexer; implemented by stores. Reads rows that `MessageStore` wrote. */
export interface SearchStore {
  /**
   * Indexes at most `limit` messages that are not in the index yet, with their visitors, in one transaction. That
   * transaction locks and reads the rows itself, so that nothing erased gets into the index. Several nodes may call
   * it at once.
   * How far it got is stored, and never passes a message that is still uncommitted.
   * Erasing a conversation or a message removes its entries in the same transaction.
   */
  index(now: number, limit: number): Promise<IndexStep>;
  /**
   * Entries that contain every word of `text`, in any case and also as part of a word: first visitors, the newest
   * conversation first; then messages in the order of their arrival, the newest first. Words and entries are
   * compared in the form of `foldText`. A text without words finds nothing.
   * When no word has three characters, only the newest 1,000 visitors and the newest 2,000 messages are searched.
   * A page may hold fewer hits than `limit`, even none, before the end of the list, because a store reads a bounded
   * number of entries per call. Only `next: null` marks the end.
   */
  find(text: string, page: PageRequest): Promise<Page<SearchHit>>;
}
export const SearchStore = Symbol.for("@parley/core/SearchStore") as ServiceIdentifier<SearchStore>;
