import type { SeenMessage, SeenReport } from "@parley/conformance";
import type { TypingType } from "@parley/core";

/** An event, as the app gets it. */
export interface AppEvent {
  readonly type: string;
  readonly id: string;
  readonly conversationId: string;
  readonly [field: string]: unknown;
}

/** The events that an app has stored, each once by its id, and what it shows of them. */
export class AppEvents {
  readonly #events = new Map<string, AppEvent>();

  get all(): readonly AppEvent[] {
    return [...this.#events.values()];
  }

  keep(event: AppEvent): void {
    if (!this.#events.has(event.id)) this.#events.set(event.id, event);
  }

  /** Deletes everything of a conversation. */
  forget(conversationId: string): void {
    for (const { id, ...one } of this.all)
      if (one.conversationId === conversationId) this.#events.delete(id);
  }

  messages(conversationId: string): readonly SeenMessage[] {
    return this.#of("visitor.message", conversationId).map(({ message, visitor }) => ({
      message: message as Record<string, unknown>,
      visitor: visitor as Record<string, unknown>,
    }));
  }

  /** The newest notice of typing; `null`: none. */
  typing(conversationId: string): TypingType | null {
    const newest = this.#of("visitor.typing", conversationId).at(-1);
    return (newest?.["typing"] as TypingType | undefined) ?? null;
  }

  reports(conversationId: string): readonly SeenReport[] {
    return this.#of("delivery.report", conversationId) as never;
  }

  #of(type: string, conversationId: string): readonly AppEvent[] {
    return this.all.filter((one) => one.type === type && one.conversationId === conversationId);
  }
}
