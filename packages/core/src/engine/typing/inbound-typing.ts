import type { Channel } from "../../model/channel.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { ConversationStore } from "../../ports/stores/conversation-store.ts";
import type { Signals } from "../../ports/stores/signals.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { TypingListener, TypingType } from "../../ports/typing-listener.ts";
import { waitAtMost } from "../wait-at-most.ts";
import type { LaneActivity } from "../dispatch/lane-activity.ts";
import { OpenTypings } from "./open-typings.ts";
import { type TypingNotice, TypingSlots } from "./typing-slots.ts";

interface InboundTypingPorts {
  readonly conversations: ConversationStore;
  readonly listener: TypingListener;
  readonly activity: LaneActivity;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly signals: Signals;
}

/**
 * Passes visitors' typing to the agent app: never stored, never delays a message, dropped when outdated (ruling
 * 10).
 */
export class InboundTyping {
  readonly #ports: InboundTypingPorts;
  readonly #slots: TypingSlots<TypingNotice>;
  readonly #open: OpenTypings;

  constructor(ports: InboundTypingPorts) {
    this.#ports = ports;
    this.#slots = new TypingSlots({
      clock: ports.clock,
      timers: ports.timers,
      ticks: [0],
      isBusy: (conversationId) => ports.activity.isBusy({ kind: "inbound", conversationId }),
      carry: (conversationId, { type }, _signal, deadline) =>
        this.#tell(conversationId, type, deadline),
    });
    ports.activity.listen("inbound", (conversationId) => this.#slots.idle(conversationId));
    this.#open = new OpenTypings({
      ...ports,
      topic: "typing-inbound",
      onOver: (conversationId) => this.#slots.put(conversationId, { type: "typeout" }),
      onElsewhere: (conversationId) => this.#slots.drop(conversationId),
    });
  }

  /** Typing of a visitor without a conversation is dropped. */
  typed(channel: Channel, visitorKey: string, type: TypingType): void {
    const put = (conversation: { readonly id: string } | null) => {
      if (conversation) this.#put(conversation.id, type);
    };
    this.#ports.conversations.find({ channelKey: channel.key, visitorKey }).then(put, () => {});
  }

  /** A call cannot be aborted, so it runs to its end or its deadline. */
  async #tell(conversationId: string, type: TypingType, deadline: number): Promise<boolean> {
    const { listener, timers, clock } = this.#ports;
    if (type === "typein") this.#open.told(conversationId);
    const told = Promise.resolve().then(() => listener.typing(conversationId, type));
    await waitAtMost(timers, deadline - clock.now(), told, undefined);
    return true;
  }

  /** A message ends typing by itself. */
  superseded(conversationId: string): void {
    this.#open.superseded(conversationId);
    this.#slots.drop(conversationId);
  }

  /** Sends the agent app a `typeout` for every visitor who still types. Takes at most `timeoutMs`. */
  async stop(timeoutMs: number): Promise<void> {
    const ended = this.#slots.finish(this.#open.stop(), () => ({ type: "typeout" }));
    await waitAtMost(this.#ports.timers, timeoutMs, ended, undefined);
    this.#slots.dropAll();
  }

  #put(conversationId: string, type: TypingType): void {
    if (type === "typeout") this.#open.end(conversationId);
    else if (!this.#open.begin(conversationId)) return;
    this.#slots.put(conversationId, { type });
  }
}
