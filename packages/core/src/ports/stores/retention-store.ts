import type { ServiceIdentifier } from "inversify";

/** Result of one purge step. */
export interface PurgeStep {
  /** Conversations that were deleted whole. */
  readonly conversations: number;
  /** Messages that were deleted, those of whole conversations included. */
  readonly messages: number;
  /** The `cursor` of the next step; `null` when the purge has read everything. */
  readonly next: string | null;
}

/** Called by `Retention`; implemented by each store. */
export interface RetentionStore {
  /**
   * Reads at most `limit` conversations and 500 deliveries, starting at `cursor` (`null`: the beginning). One
   * transaction, which holds no lane for more than 50 ms.
   * Deletes a conversation whole, as `ConversationStore.erase` does, when its last message is older than `before`
   * and none of its lanes has waiting work.
   * In other conversations it deletes settled messages accepted before `before`, with their deliveries, records and
   * identities. A message with a waiting delivery stays.
   * Rows locked by another transaction are left for the next purge.
   * @param before epoch milliseconds
   */
  purge(before: number, cursor: string | null, limit: number): Promise<PurgeStep>;
  /**
   * Deletes at most `limit` entries of plugins that have expired at `now`. Entries of erased conversations expire
   * 30 days after the first call that sees them, or earlier by their own instant.
   * @returns how many were deleted
   */
  expireEntries(now: number, limit: number): Promise<number>;
}
export const RetentionStore = Symbol.for(
  "@parley/core/RetentionStore",
) as ServiceIdentifier<RetentionStore>;
