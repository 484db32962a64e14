import type {
  Conversations,
  GatewayEvent,
  OwnerListener,
  OwnerNotice,
  Receipt,
} from "@parley/core";
import type { LiveEvents } from "../live/live-events.ts";
import type { Ownership } from "./ownership.ts";

type OwnerChanged = Extract<GatewayEvent, { readonly type: "owner-changed" }>;

export interface OwnerNewsParts {
  readonly conversations: Pick<Conversations, "find">;
  readonly live: Pick<LiveEvents, "publish" | "forget">;
  readonly ownership: Ownership;
}

/** Tells the open pages of every node whose a conversation is from now on. */
export class OwnerNews implements OwnerListener {
  readonly #parts: OwnerNewsParts;

  constructor(parts: OwnerNewsParts) {
    this.#parts = parts;
  }

  /** The console hears of what it gets and of what it loses. @throws the store's error: then the change comes again */
  async owner({ conversationId, to }: OwnerNotice): Promise<Receipt> {
    await this.#tell(conversationId, to.backend);
    return { outcome: "taken" };
  }

  /** At once, also of conversations that the console may only read. What is missed here comes as a notice, or is read. */
  changed({ conversationId, from, to }: OwnerChanged): void {
    const { ownership } = this.#parts;
    if (from === to || !(ownership.canRead(from) || ownership.canRead(to))) return;
    this.#tell(conversationId, to).catch(() => undefined);
  }

  async #tell(conversationId: string, to: string | null): Promise<void> {
    const { conversations, live, ownership } = this.#parts;
    const conversation = await conversations.find(conversationId);
    if (conversation !== null) {
      const answeredBy = ownership.answeredBy(conversation);
      live.publish({ type: "owner", data: { conversationId, answeredBy, isReadable: true } });
      return;
    }
    // What was told of it before must not be repeated to a page that connects later.
    live.forget(conversationId);
    const answeredBy = ownership.canRead(to) ? null : to;
    live.publish({ type: "owner", data: { conversationId, answeredBy, isReadable: false } });
  }
}
