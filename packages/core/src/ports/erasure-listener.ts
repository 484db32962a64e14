import type { ServiceIdentifier } from "inversify";
import type { ErasureNotice } from "../model/erasure-notice.ts";

/**
 * Called after a conversation was erased, by whatever way; implemented by adapters that keep something about
 * conversations in a place of their own. Optional to bind, any number.
 */
export interface ErasureListener {
  /**
   * Deletes what is kept about the conversation. Resolves once that is durable; the notice is then forgotten.
   * A throw, or no end after 10 s, when `signal` aborts, brings the notice again after 1 to 60 s, until it is taken,
   * also after a crash. The same notice may come again after it was taken, and on two nodes at once.
   */
  erased(notice: ErasureNotice, signal: AbortSignal): Promise<void>;
}
export const ErasureListener = Symbol.for(
  "@parley/core/ErasureListener",
) as ServiceIdentifier<ErasureListener>;
