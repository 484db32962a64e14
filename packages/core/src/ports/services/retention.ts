import type { ServiceIdentifier } from "inversify";

/** What a purge has forgotten so far. */
export interface Purged {
  /** Conversations that are gone whole. */
  readonly conversations: number;
  /** Messages that are gone, those of whole conversations included. */
  readonly messages: number;
}

/** How a purge is watched and ended. */
export interface PurgeOptions {
  /** Ends the purge before its next step; what is gone is gone. */
  readonly signal?: AbortSignal;
  /** Called after every step with the sums so far. */
  readonly onStep?: (purged: Purged) => void;
}

/** Called by admin surfaces; implemented by core. */
export interface Retention {
  /**
   * Forgets what is older than `before` and waits for nothing (see `RetentionStore`), in short steps between which
   * everything else goes on.
   * @param before epoch milliseconds.
   * @throws what the store throws; what is gone by then is gone.
   */
  purge(before: number, options?: PurgeOptions): Promise<Purged>;
}
export const Retention = Symbol.for("@parley/core/Retention") as ServiceIdentifier<Retention>;
