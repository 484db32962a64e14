import type { Conversations, GatewayEvent, Timers } from "@parley/core";
import { ChangedMessages } from "../live/changed-messages.ts";
import type { LiveEvents } from "../live/live-events.ts";
import type { Ownership } from "./ownership.ts";

/** Events whose conversations are looked up at a time. With more, pages load everything again. */
const pendingLimit = 1_000;

export interface SharedNewsParts {
  readonly conversations: Pick<Conversations, "find" | "messages">;
  readonly live: LiveEvents;
  readonly timers: Timers;
  readonly ownership: Ownership;
  /** Takes an event of a conversation of the console's own. */
  readonly onOwn: (event: GatewayEvent) => void;
}

type Told = Extract<
  GatewayEvent,
  { readonly type: "accepted" | "queued" | "delivered" | "failed" }
>;

/**
 * In a gateway with several agent apps, events tell of everybody's conversations. This looks up whose each one is: one of
 * the console's own is passed on, of one that it may read the pages are told, and all others are left out.
 */
export class SharedNews {
  readonly #parts: SharedNewsParts;
  readonly #changes: ChangedMessages;
  #pending = 0;
  #isIncomplete = false;
  #last: Promise<void> = Promise.resolve();

  constructor(parts: SharedNewsParts) {
    const { conversations, live, timers, ownership } = parts;
    this.#parts = parts;
    const toAll = { relay: live.publish.bind(live) };
    this.#changes = new ChangedMessages({ conversations, live: toAll, timers, ownership });
  }

  notice(event: GatewayEvent): void {
    if (!this.#isTold(event)) return;
    if (this.#pending >= pendingLimit) this.#isIncomplete = true;
    if (this.#isIncomplete) return;
    this.#pending += 1;
    // One after the other: a message is queued before it is delivered.
    this.#last = this.#last.then(() => this.#tell(event)).then(() => this.#ended());
  }

  close(): void {
    this.#changes.end();
  }

  #isTold(event: GatewayEvent): event is Told {
    const { readsOthers } = this.#parts.ownership;
    if (event.type === "queued") return true;
    if (event.type === "delivered") return event.kind === "outbound";
    if (event.type === "failed") return readsOthers && event.kind === "outbound";
    return readsOthers && event.type === "accepted";
  }

  /** When a read fails here, the pages find the change when they load the conversation. */
  async #tell(event: Told): Promise<void> {
    const { conversations, ownership, onOwn } = this.#parts;
    const { conversationId } = event;
    const conversation = await conversations.find(conversationId).catch(() => null);
    if (conversation === null) return;
    if (ownership.answeredBy(conversation) === null) {
      // Those the console receives itself, with more to tell.
      if (event.type !== "accepted" && event.type !== "failed") onOwn(event);
      return;
    }
    const isNew = event.type === "accepted" || event.type === "queued";
    const sequences = isNew ? event.sequences : [event.sequence];
    for (const sequence of sequences)
      this.#changes.note(conversationId, sequence, isNew ? "message" : "state");
  }

  #ended(): void {
    this.#pending -= 1;
    if (this.#pending > 0 || !this.#isIncomplete) return;
    this.#isIncomplete = false;
    this.#parts.live.publish({ type: "reset", data: {} });
  }
}
