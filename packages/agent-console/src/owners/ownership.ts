import type { Conversation, OwnBackends, Refusal } from "@parley/core";
import { consoleRefusals, unknownConversation } from "../http/failure.ts";

/** Which conversations are the console's own, and which ones another agent app answers. */
export class Ownership {
  readonly #own: OwnBackends;

  constructor(own: OwnBackends) {
    this.#own = own;
  }

  /** Whether there are other agent apps at all. */
  get isShared(): boolean {
    return this.#own.hasOthers;
  }

  /** The console's name among the agent apps; `null`: there are no others. */
  get ownName(): string | null {
    return this.isShared ? (this.#own.names[0] ?? null) : null;
  }

  /** Whether conversations of others may be read. */
  get readsOthers(): boolean {
    const { names, readable } = this.#own;
    return readable.length > names.length;
  }

  /** Names of the agent apps whose conversations may be read, in one order. */
  get readable(): readonly string[] {
    return [...this.#own.readable].sort();
  }

  /** `null`: nobody. */
  canRead(backend: string | null): boolean {
    return backend !== null && this.#own.readable.includes(backend);
  }

  /** Whether it is a backend of the console's. `null`: nobody. */
  isOwn(backend: string | null): boolean {
    return backend !== null && this.#own.names.includes(backend);
  }

  /** Name of the other agent app that answers a conversation; `null`: it is the console's own. */
  answeredBy(conversation: Pick<Conversation, "owner">): string | null {
    if (!this.isShared) return null;
    const { backend } = conversation.owner;
    return this.isOwn(backend) ? null : backend;
  }

  /** Whether there is a conversation that may not be read. */
  async isElsewhere(conversationId: string): Promise<boolean> {
    return this.isShared && this.#own.isElsewhere(conversationId);
  }

  /** The answer about a conversation that may not be read, or that there is not. */
  async absenceOf(conversationId: string): Promise<Refusal> {
    const isElsewhere = await this.isElsewhere(conversationId);
    return isElsewhere ? consoleRefusals.movedAway : unknownConversation;
  }
}
