import type { Owner } from "../../model/owner.ts";
import type { ConversationStore } from "../../ports/stores/conversation-store.ts";

/** The latest typing of each agent app in one conversation, whose owner is being looked up. */
type Lookups = Map<string, () => void>;

/**
 * Lets typing of agent apps beside others pass while they own the conversation. Only the latest of each counts, and none
 * that a message has overtaken.
 */
export class OwnedTyping {
  readonly #conversations: Pick<ConversationStore, "find">;
  readonly #lookups = new Map<string, Lookups>();

  constructor(conversations: Pick<ConversationStore, "find">) {
    this.#conversations = conversations;
  }

  /** Calls `typed` when one of `backends` owns the conversation. */
  pass(conversationId: string, backends: readonly string[], typed: () => void): void {
    const lookups: Lookups = this.#lookups.get(conversationId) ?? new Map();
    this.#lookups.set(conversationId, lookups);
    const who = backends.join();
    const isUnderWay = lookups.has(who);
    lookups.set(who, typed);
    if (!isUnderWay) void this.#lookUp(conversationId, backends, lookups);
  }

  /** Whether typing in the conversation waits until its owner is known. */
  has(conversationId: string): boolean {
    return this.#lookups.has(conversationId);
  }

  /** A message has overtaken what waits. */
  drop(conversationId: string): void {
    this.#lookups.get(conversationId)?.clear();
    this.#lookups.delete(conversationId);
  }

  /** Whether one of `backends` owns the conversation. @throws the store's error */
  async isOwner(conversationId: string, backends: readonly string[]): Promise<boolean> {
    const conversation = await this.#conversations.find({ id: conversationId });
    return conversation !== null && isOwnedBy(conversation.owner, backends);
  }

  async #lookUp(
    conversationId: string,
    backends: readonly string[],
    lookups: Lookups,
  ): Promise<void> {
    const isOwner = await this.isOwner(conversationId, backends).catch(() => false);
    const who = backends.join();
    const typed = lookups.get(who);
    lookups.delete(who);
    const isOver = lookups.size === 0 && this.#lookups.get(conversationId) === lookups;
    if (isOver) this.#lookups.delete(conversationId);
    if (isOwner) typed?.();
  }
}

/** `backends`: `null`: of everybody. */
export function isOwnedBy({ backend }: Owner, backends: readonly string[] | null): boolean {
  return backends === null || (backend !== null && backends.includes(backend));
}
