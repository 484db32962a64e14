import type { ServiceIdentifier } from "inversify";
import type { ErasureNotice } from "../../model/erasure-notice.ts";
import type { StoredEntry } from "../../state/stored-entry.ts";

/** A notice that no listener has taken yet, as the store keeps it. */
export interface StoredErasure extends ErasureNotice {
  /** Names of the backends that ever owned the conversation. `null`: it is from before there were owners. */
  readonly owners: readonly string[] | null;
  /** Rises from notice to notice. Never used twice. */
  readonly position: number;
}

/** Some entries of one instance, or all entries except those of some instances. */
export type ErasedEntries =
  | { readonly of: string; readonly keys: readonly string[] }
  | { readonly ofAllBut: readonly string[] };

/**
 * Called by the erasure announcer; implemented by each store. Every transaction that deletes a conversation whole
 * writes its notice, and closes the entries that plugins keep about it: `ConversationStore.erase` and
 * `RetentionStore.purge` alike. A notice holds ids only, so it may
 * outlive the conversation.
 */
export interface ErasureStore {
  /** The first `limit` notices behind the position `after`, in rising order. 0 is before all. */
  notices(after: number, limit: number): Promise<readonly StoredErasure[]>;
  /** Deletes notices. Positions that are gone already are ignored. */
  remove(positions: readonly number[]): Promise<void>;
  /** What a plugin's instance keeps about an erased conversation: the first `limit` in the order of the keys. */
  entries(instance: string, conversationId: string, limit: number): Promise<readonly StoredEntry[]>;
  /** Deletes entries of an erased conversation. Those that are gone already are ignored. */
  removeEntries(conversationId: string, which: ErasedEntries): Promise<void>;
}
export const ErasureStore = Symbol.for(
  "@parley/core/ErasureStore",
) as ServiceIdentifier<ErasureStore>;
