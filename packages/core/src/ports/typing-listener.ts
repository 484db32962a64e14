import type { ServiceIdentifier } from "inversify";

/** §4.4: beginning and end of a group of messages. */
export type TypingType = "typein" | "typeout";

/** Called when a visitor types; implemented by an agent backend that shows it. Optional. */
export interface TypingListener {
  /**
   * Best effort: at most one call per conversation at a time, the latest wins, failures are dropped. A `typein` that is
   * not repeated for 10 s is followed by a `typeout` (ruling 10), unless a message came, which ends typing by itself.
   */
  typing(conversationId: string, type: TypingType): Promise<void>;
}
export const TypingListener = Symbol.for(
  "@parley/core/TypingListener",
) as ServiceIdentifier<TypingListener>;
