import type { ServiceIdentifier } from "inversify";

/** Called by agent apps; implemented by core. Which backends an agent app is, and whose conversations it sees. */
export interface OwnBackends {
  /** Names of the backends that it offers: `default` without a router. */
  readonly names: readonly string[];
  /** Names of those whose conversations it may read, its own among them. */
  readonly readable: readonly string[];
  /** Whether the gateway has other agent apps. */
  readonly hasOthers: boolean;
  /**
   * Whether a conversation exists that it may not read. What the agent app keeps for it is not to be deleted then, as it is
   * after an erasure.
   */
  isElsewhere(conversationId: string): Promise<boolean>;
}
export const OwnBackends = Symbol.for("@parley/core/OwnBackends") as ServiceIdentifier<OwnBackends>;
