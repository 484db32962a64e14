import {
  type AgentBackend,
  type Availability,
  type DeliveryReport,
  type GatewayEvent,
  type Observer,
  type Outcome,
  type OwnerListener,
  type OwnerNotice,
  type Receipt,
  type TypingListener,
  type TypingType,
  type VisitorEvent,
} from "@parley/core";
import { viewOfSender } from "./conversations/conversation-view.ts";
import type { FirstMinute } from "./first-minute/first-minute.ts";
import type { LiveEvents } from "./live/live-events.ts";
import { viewOfReceived } from "./conversations/message-view.ts";
import type { OwnerNews } from "./owners/owner-news.ts";
import { SharedNews, type SharedNewsParts } from "./owners/shared-news.ts";
import type { Presence } from "./accounts/presence.ts";

const taken: Receipt = { outcome: "taken" };

export interface ConsoleBackendParts extends Omit<SharedNewsParts, "onOwn"> {
  readonly presence: Presence;
  readonly firstMinute: FirstMinute;
  readonly ownerNews: OwnerNews;
}

/**
 * The console as an agent backend. Conversations are in the core's store, where pages read them. So receiving an event
 * means only telling the open pages.
 */
export class ConsoleBackend implements AgentBackend, TypingListener, OwnerListener, Observer {
  readonly #live: LiveEvents;
  readonly #presence: Presence;
  readonly #firstMinute: FirstMinute;
  readonly #ownerNews: OwnerNews;
  /** `null`: every conversation is the console's own. */
  readonly #sharedNews: SharedNews | null;

  constructor(parts: ConsoleBackendParts) {
    this.#live = parts.live;
    this.#presence = parts.presence;
    this.#firstMinute = parts.firstMinute;
    this.#ownerNews = parts.ownerNews;
    const onOwn = (event: GatewayEvent) => this.#noticeOwn(event);
    this.#sharedNews = parts.ownership.isShared ? new SharedNews({ ...parts, onOwn }) : null;
  }

  async availability(): Promise<Availability> {
    return (await this.#presence.isAnyPresent()) ? 1 : 0;
  }

  async receive(event: VisitorEvent): Promise<Receipt> {
    const message = viewOfReceived(event);
    const conversation = viewOfSender(event);
    this.#live.publish({
      type: "message",
      data: { conversationId: event.conversationId, message, conversation },
    });
    return taken;
  }

  async report(report: DeliveryReport): Promise<Receipt> {
    const { conversationId, reason, description } = report;
    this.#live.publish({
      type: "state",
      data: {
        conversationId,
        id: String(report.sequence),
        state: "failed",
        failure: description === undefined ? { reason } : { reason, description },
      },
    });
    return taken;
  }

  async typing(conversationId: string, type: TypingType): Promise<void> {
    this.#live.mention({ type: "typing", data: { conversationId, type } });
  }

  owner(notice: OwnerNotice): Promise<Receipt> {
    return this.#ownerNews.owner(notice);
  }

  notice(event: GatewayEvent): void {
    if (event.type === "owner-changed") this.#ownerNews.changed(event);
    else if (this.#sharedNews !== null) this.#sharedNews.notice(event);
    else this.#noticeOwn(event);
  }

  close(): void {
    this.#sharedNews?.close();
  }

  /** `report` handles failures: it knows their description. */
  #noticeOwn(event: GatewayEvent): void {
    if (event.type === "queued") {
      for (const sequence of event.sequences) this.#tellState(event, sequence, "waiting");
    } else if (event.type === "delivered" && event.kind === "outbound") {
      this.#tellState(event, event.sequence, "delivered");
      // The next delivery tries again.
      this.#firstMinute.rememberChat().catch(() => undefined);
    }
  }

  #tellState(
    { conversationId }: { readonly conversationId: string },
    sequence: number,
    state: Outcome,
  ): void {
    this.#live.publish({ type: "state", data: { conversationId, id: String(sequence), state } });
  }
}
