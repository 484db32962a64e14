import type { ServiceIdentifier } from "inversify";

/** Totals of a purge so far. */
export interface Purged {
  /** Conversations that were deleted whole. */
  readonly conversations: number;
  /** Messages that were deleted, those of whole conversations included. */
  readonly messages: number;
}

/** Progress and cancellation of a purge. */
export interface PurgeOptions {
  /** Stops the purge before its next step. Deleted rows stay deleted. */
  readonly signal?: AbortSignal;
  /** Called after every step with the totals so far. */
  readonly onStep?: (purged: Purged) => void;
}

/** Called by admin surfaces; implemented by core. */
export interface Retention {
  /**
   * Deletes settled data older than `before`; `RetentionStore` says which. Works in short steps, so that other work
   * continues between them.
   * @param before epoch milliseconds
   * @throws the store's error; rows deleted before it stay deleted
   */
  purge(before: number, options?: PurgeOptions): Promise<Purged>;
}
export const Retention = Symbol.for("@parley/core/Retention") as ServiceIdentifier<Retention>;
