import type { DeadLetters } from "../../ports/services/dead-letters.ts";
import type { Page, PageRequest } from "../../ports/stores/conversation-store.ts";
import type { DeadLetter } from "../../ports/stores/dead-letter-store.ts";
import type { ReadingScope } from "./reading-scope.ts";

/** The dead letters of conversations that one agent app may read. It redelivers those of its own alone. */
export class ScopedDeadLetters implements DeadLetters {
  readonly #all: DeadLetters;
  readonly #scope: ReadingScope;

  constructor(all: DeadLetters, scope: ReadingScope) {
    this.#all = all;
    this.#scope = scope;
  }

  list(page: PageRequest): Promise<Page<DeadLetter>> {
    return this.#scope.pageOf((request) => this.#all.list(request), page);
  }

  async redeliver(conversationId: string, sequence: number): Promise<boolean> {
    const isOwn = await this.#scope.owns(conversationId);
    return isOwn && this.#all.redeliver(conversationId, sequence);
  }
}
