import type { ServiceIdentifier } from "inversify";

/** §4.4: the visitor begins or stops typing. */
export type TypingType = "typein" | "typeout";

/** Called when a visitor types; implemented by an agent backend that shows it. Optional to bind. */
export interface TypingListener {
  /**
   * Best effort: at most one call per conversation at a time, only the latest counts, failures are dropped.
   * After 10 s without another `typein`, core calls with `typeout` (ruling 10). A message ends typing by itself,
   * without a `typeout`.
   */
  typing(conversationId: string, type: TypingType): Promise<void>;
}
export const TypingListener = Symbol.for(
  "@parley/core/TypingListener",
) as ServiceIdentifier<TypingListener>;
