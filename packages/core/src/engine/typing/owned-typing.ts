import type { Owner } from "../../model/owner.ts";
import type { ConversationStore } from "../../ports/stores/conversation-store.ts";

/** The latest typing of each agent app in one conversation, whose owner is being looked up. */
type Looks = Map<string, () => void>;

/**
 * Lets typing of agent apps beside others pass while they own the conversation. Only the latest of each counts, and none
 * that a message has overtaken.
 */
export class OwnedTyping {
  readonly #conversations: Pick<ConversationStore, "find">;
  readonly #looks = new Map<string, Looks>();

  constructor(conversations: Pick<ConversationStore, "find">) {
    this.#conversations = conversations;
  }

  /** Calls `typed` when one of `backends` owns the conversation. */
  pass(conversationId: string, backends: readonly string[], typed: () => void): void {
    const looks: Looks = this.#looks.get(conversationId) ?? new Map();
    this.#looks.set(conversationId, looks);
    const who = backends.join();
    const isUnderWay = looks.has(who);
    looks.set(who, typed);
    if (!isUnderWay) void this.#look(conversationId, backends, looks);
  }

  /** Whether typing in the conversation waits for a look. */
  has(conversationId: string): boolean {
    return this.#looks.has(conversationId);
  }

  /** A message has overtaken what waits. */
  drop(conversationId: string): void {
    this.#looks.get(conversationId)?.clear();
    this.#looks.delete(conversationId);
  }

  /** Whether one of `backends` owns the conversation. @throws the store's error */
  async isOwner(conversationId: string, backends: readonly string[]): Promise<boolean> {
    const conversation = await this.#conversations.find({ id: conversationId });
    return conversation !== null && isOwnedBy(conversation.owner, backends);
  }

  async #look(conversationId: string, backends: readonly string[], looks: Looks): Promise<void> {
    const isOwner = await this.isOwner(conversationId, backends).catch(() => false);
    const who = backends.join();
    const typed = looks.get(who);
    looks.delete(who);
    const isOver = looks.size === 0 && this.#looks.get(conversationId) === looks;
    if (isOver) this.#looks.delete(conversationId);
    if (isOwner) typed?.();
  }
}

/** `backends`: `null`: of everybody. */
export function isOwnedBy({ backend }: Owner, backends: readonly string[] | null): boolean {
  return backends === null || (backend !== null && backends.includes(backend));
}
