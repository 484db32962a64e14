import type { ServiceIdentifier } from "inversify";
import type { ErasureNotice } from "../../model/erasure-notice.ts";

/** A notice that no listener has taken yet, as the store keeps it. */
export interface StoredErasure extends ErasureNotice {
  /** Rises from notice to notice. Never used twice. */
  readonly position: number;
}

/**
 * Called by the erasure announcer; implemented by each store. Every transaction that deletes a conversation whole
 * writes its notice: `ConversationStore.erase` and `RetentionStore.purge` alike. A notice holds ids only, so it may
 * outlive the conversation.
 */
export interface ErasureStore {
  /** The first `limit` notices behind the position `after`, in rising order. 0 is before all. */
  notices(after: number, limit: number): Promise<readonly StoredErasure[]>;
  /** Deletes notices. Positions that are gone already are ignored. */
  remove(positions: readonly number[]): Promise<void>;
}
export const ErasureStore = Symbol.for(
  "@parley/core/ErasureStore",
) as ServiceIdentifier<ErasureStore>;
