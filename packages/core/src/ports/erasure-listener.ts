import type { ServiceIdentifier } from "inversify";
import type { ErasureNotice } from "../model/erasure-notice.ts";
import type { Receipt } from "./agent-backend.ts";
import type { PluginEntry } from "../model/plugin-entry.ts";

/** An erased conversation, and what the instance has kept about it. */
export interface ErasedConversation extends ErasureNotice {
  /**
   * The entries of the instance's `PluginState` that belong to the conversation, at most 100 in one call; when there
   * are more, another call brings them. Empty for a listener without the name of an instance.
   */
  readonly entries: readonly PluginEntry[];
}

/**
 * Called after a conversation was erased, by whatever way; implemented by adapters that keep something about
 * conversations in a place of their own. Optional to bind, any number. An adapter that keeps state binds it under the
 * name of its instance: `bind(ErasureListener)…whenNamed(name)`.
 */
export interface ErasureListener {
  /**
   * Deletes what is kept about the conversation. Answers `taken` once that is durable; the notice and the given entries
   * are then forgotten. After `later`, no listener is told of any erasure until that time is over; its `scope` is ignored.
   * A throw, `rejected`, and no end after 10 s, when `signal` aborts, bring the notice again after 1 to 60 s. It is never
   * given up, also after a crash. The same notice may come again after it was taken, and on two nodes at once.
   * The entries are deleted after 30 days even if no call ever succeeds.
   */
  erased(notice: ErasedConversation, signal: AbortSignal): Promise<Receipt>;
}
export const ErasureListener = Symbol.for(
  "@parley/core/ErasureListener",
) as ServiceIdentifier<ErasureListener>;
