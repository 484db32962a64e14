import type { Conversation } from "../../model/conversation.ts";
import type { Owner, OwnerChange } from "../../model/owner.ts";
import type { OwnedConversations } from "../../ports/services/owned-conversations.ts";
import type { Owners, TransitionAnswer, TransitionRequest } from "../../ports/services/owners.ts";
import type { Page, PageRequest } from "../../ports/stores/conversation-store.ts";
import type { OwnedCount, OwnedQuery } from "../../ports/stores/owner-store.ts";
import { type Refusal, refuse } from "../../protocol/refusals.ts";
import { storeRefusal } from "../commit/store-refusal.ts";
import type { ReadingScope } from "./reading-scope.ts";
import { byLimit, readTransition } from "./transition-schema.ts";

/** The owners that one agent app may see. It changes those of its own conversations, and of all if it may assign. */
export class ScopedOwners implements Owners {
  readonly #all: Owners;
  readonly #scope: ReadingScope;
  readonly #name: string;
  readonly #mayAssign: boolean;

  /** `name`: by which its changes are told */
  constructor(all: Owners, scope: ReadingScope, name: string, mayAssign: boolean) {
    this.#all = all;
    this.#scope = scope;
    this.#name = name;
    this.#mayAssign = mayAssign;
  }

  async find(conversationId: string): Promise<Owner | null> {
    return (await this.#scope.find(conversationId))?.owner ?? null;
  }

  async transition(request: TransitionRequest): Promise<TransitionAnswer> {
    try {
      const refusal = readTransition(request) ?? (await this.#notAllowed(request));
      if (refusal !== null) return { done: false, refusal };
      return await this.#all.transition({ ...request, by: this.#named(request.by) });
    } catch (error) {
      return { done: false, refusal: storeRefusal(error) };
    }
  }

  /** One read decides, so that nobody uses the fence of an owner after it. */
  async #notAllowed({ conversationId, fence }: TransitionRequest): Promise<Refusal | null> {
    if (this.#mayAssign) return null;
    const conversation = await this.#scope.findAny(conversationId);
    if (conversation === null || !this.#scope.canRead(conversation))
      return refuse("unknownConversation");
    if (!this.#scope.isOwn(conversation)) return refuse("notOwner");
    return conversation.owner.fence === fence ? null : refuse("conflict");
  }

  /** As long as `by` may be. */
  #named(by: string): string {
    return [...`${this.#name}: ${by}`].slice(0, byLimit).join("");
  }

  async history(conversationId: string, page: PageRequest): Promise<Page<OwnerChange>> {
    const isRead = (await this.#scope.find(conversationId)) !== null;
    return isRead ? this.#all.history(conversationId, page) : { items: [], next: null };
  }
}

/** The conversations that one agent app may read, by owner. */
export class ScopedOwnedConversations implements OwnedConversations {
  readonly #all: OwnedConversations;
  readonly #scope: ReadingScope;

  constructor(all: OwnedConversations, scope: ReadingScope) {
    this.#all = all;
    this.#scope = scope;
  }

  list({ backends, ...query }: OwnedQuery, page: PageRequest): Promise<Page<Conversation>> {
    const { readable } = this.#scope;
    const shown = readable.filter((name) => backends === undefined || backends.includes(name));
    return this.#all.list({ ...query, backends: shown }, page);
  }

  async counts(): Promise<readonly OwnedCount[]> {
    const { readable } = this.#scope;
    const all = await this.#all.counts();
    return all.filter(({ backend }) => backend !== null && readable.includes(backend));
  }
}
