import type { Conversation } from "../model/conversation.ts";
import type { StoredMessage } from "../model/delivery.ts";
import type { ConversationStore, Page, PageRequest } from "../ports/conversation-store.ts";
import type { Conversations } from "../ports/conversations.ts";
import type { DeadLetter, DeadLetterStore } from "../ports/dead-letter-store.ts";
import type { DeadLetters } from "../ports/dead-letters.ts";
import type { Committer } from "./committer.ts";

/** What was said, from the store that holds it. */
export class History implements Conversations {
  readonly #store: ConversationStore;

  constructor(store: ConversationStore) {
    this.#store = store;
  }

  find(conversationId: string): Promise<Conversation | null> {
    return this.#store.find({ id: conversationId });
  }

  list(page: PageRequest): Promise<Page<Conversation>> {
    return this.#store.list(page);
  }

  messages(conversationId: string, page: PageRequest): Promise<Page<StoredMessage>> {
    return this.#store.messages(conversationId, page);
  }

  erase(conversationId: string): Promise<boolean> {
    return this.#store.erase(conversationId);
  }
}

/** Messages that an agent app could not take, and their second chance. */
export class DeadLetterOffice implements DeadLetters {
  readonly #store: DeadLetterStore;
  readonly #committer: Committer;

  constructor(store: DeadLetterStore, committer: Committer) {
    this.#store = store;
    this.#committer = committer;
  }

  list(page: PageRequest): Promise<Page<DeadLetter>> {
    return this.#store.deadLetters(page);
  }

  async redeliver(conversationId: string, sequence: number): Promise<boolean> {
    const result = await this.#committer.append({
      kind: "again",
      conversationId,
      sequence,
      direction: "inbound",
    });
    return result.status === "stored";
  }
}
