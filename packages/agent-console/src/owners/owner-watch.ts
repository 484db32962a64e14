import type { Conversation, Conversations } from "@parley/core";
import type { LiveEvent } from "../live/live-event.ts";
import type { LiveEvents } from "../live/live-events.ts";
import type { Ownership } from "./ownership.ts";

export interface OwnerWatchParts {
  readonly conversations: Pick<Conversations, "find">;
  readonly live: Pick<LiveEvents, "relay" | "forget">;
  readonly ownership: Ownership;
}

/** Finds changes of owner among the newest conversations whose signals from other nodes were lost. */
export class OwnerWatch {
  readonly #parts: OwnerWatchParts;
  /** Who answers each of the newest conversations, as the pages were told; `null`: nothing was read yet. */
  #known: Map<string, string | null> | null = null;

  constructor(parts: OwnerWatchParts) {
    this.#parts = parts;
  }

  /** Pages load older data themselves. */
  begin(): void {
    this.#known = null;
  }

  heard({ type, data }: LiveEvent): void {
    if (type !== "owner" || this.#known === null) return;
    const { conversationId, answeredBy, isReadable } = data;
    if (isReadable) this.#known.set(conversationId, answeredBy);
    else this.#known.delete(conversationId);
  }

  /** `newest`: the newest conversations as the store has them. @throws the store's error */
  async look(newest: readonly Conversation[]): Promise<void> {
    const { ownership, live } = this.#parts;
    if (!ownership.isShared) return;
    const before = this.#known;
    const now = new Map(newest.map((one) => [one.id, ownership.answeredBy(one)]));
    for (const [conversationId, answeredBy] of now) {
      if (before === null || before.get(conversationId) === answeredBy) continue;
      live.relay({ type: "owner", data: { conversationId, answeredBy, isReadable: true } });
    }
    for (const id of before?.keys() ?? []) if (!now.has(id)) await this.#lookFor(id);
    this.#known = now;
  }

  /** It may be among older ones by now. */
  async #lookFor(conversationId: string): Promise<void> {
    const { conversations, ownership, live } = this.#parts;
    if ((await conversations.find(conversationId)) !== null) return;
    if (!(await ownership.isElsewhere(conversationId))) return;
    live.forget(conversationId);
    live.relay({ type: "owner", data: { conversationId, answeredBy: null, isReadable: false } });
  }
}
