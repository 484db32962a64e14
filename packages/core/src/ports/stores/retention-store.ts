import type { ServiceIdentifier } from "inversify";

/** What one step has forgotten. */
export interface PurgeStep {
  /** Conversations that are gone whole. */
  readonly conversations: number;
  /** Messages that are gone, those of whole conversations included. */
  readonly messages: number;
  /** The `cursor` of the next step; `null` when all was looked at. */
  readonly next: string | null;
}

/** Called by `Retention`; implemented by each store. */
export interface RetentionStore {
  /**
   * Looks at no more than `limit` conversations and 500 deliveries from `cursor` (`null`: from the beginning) on, in one
   * transaction that holds no lane for more than 50 ms. A conversation whose last message is older than `before` and on
   * whose lanes nothing waits goes whole, as by `ConversationStore.erase`. In others settled messages accepted before
   * `before` go, with all their deliveries, records and identities; none of which a delivery waits. What somebody else
   * has locked is left for the next purge.
   * @param before epoch milliseconds.
   */
  purge(before: number, cursor: string | null, limit: number): Promise<PurgeStep>;
}
export const RetentionStore = Symbol.for(
  "@parley/core/RetentionStore",
) as ServiceIdentifier<RetentionStore>;
