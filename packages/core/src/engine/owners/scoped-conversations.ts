import type { Conversation } from "../../model/conversation.ts";
import type { StoredMessage } from "../../model/delivery.ts";
import type { Conversations } from "../../ports/services/conversations.ts";
import type { Page, PageRequest } from "../../ports/stores/conversation-store.ts";
import type { OwnerStore } from "../../ports/stores/owner-store.ts";
import type { ReadingScope } from "./reading-scope.ts";

const nothing = { items: [], next: null };

/** The conversations that one agent app may read. It erases its own alone. */
export class ScopedConversations implements Conversations {
  readonly #all: Conversations;
  readonly #store: OwnerStore;
  readonly #scope: ReadingScope;

  constructor(all: Conversations, store: OwnerStore, scope: ReadingScope) {
    this.#all = all;
    this.#store = store;
    this.#scope = scope;
  }

  find(conversationId: string): Promise<Conversation | null> {
    return this.#scope.find(conversationId);
  }

  async findVisitor(channelId: string, visitorId: unknown): Promise<Conversation | null> {
    return this.#scope.shown(await this.#all.findVisitor(channelId, visitorId));
  }

  list(page: PageRequest): Promise<Page<Conversation>> {
    const { readable: backends } = this.#scope;
    return this.#scope.page((request) => this.#store.owned({ backends }, request), isShown, page);
  }

  async messages(conversationId: string, page: PageRequest): Promise<Page<StoredMessage>> {
    const conversation = await this.#scope.find(conversationId);
    return conversation === null ? nothing : this.#all.messages(conversationId, page);
  }

  async erase(conversationId: string): Promise<boolean> {
    return (await this.#scope.owns(conversationId)) && this.#all.erase(conversationId);
  }
}

function isShown(): boolean {
  return true;
}
