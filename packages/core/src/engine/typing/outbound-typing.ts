import type { Clock } from "../../ports/platform/clock.ts";
import type { ConversationStore } from "../../ports/stores/conversation-store.ts";
import type { Random } from "../../ports/platform/random.ts";
import type { Signals } from "../../ports/stores/signals.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { TypingType } from "../../ports/typing-listener.ts";
import { attemptLimit, tickMs } from "../../model/schedule.ts";
import { typingBody } from "../../protocol/agent-envelope.ts";
import { waitAtMost } from "../wait-at-most.ts";
import type { ChannelReader } from "../channels/channel-reader.ts";
import type { LaneActivity } from "../dispatch/lane-activity.ts";
import { OpenTypings } from "./open-typings.ts";
import { isOwnedBy, OwnedTyping } from "./owned-typing.ts";
import type { EndpointClient } from "../outbound/endpoint-client.ts";
import { type TypingNotice, TypingSlots } from "./typing-slots.ts";

interface OutboundTypingPorts {
  readonly conversations: ConversationStore;
  readonly channels: ChannelReader;
  readonly endpoint: EndpointClient;
  readonly activity: LaneActivity;
  readonly random: Random;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly signals: Signals;
}

interface AgentTyping extends TypingNotice {
  readonly messageId: string;
  /** Who may type; `null`: everybody. */
  readonly backends: readonly string[] | null;
}

/**
 * Sends agents' typing to the integrating system on the ticks of messages, as long as nothing newer waits (§4.4,
 * ruling 19).
 */
export class OutboundTyping {
  readonly #ports: OutboundTypingPorts;
  readonly #slots: TypingSlots<AgentTyping>;
  readonly #open: OpenTypings;
  readonly #owned: OwnedTyping;

  constructor(ports: OutboundTypingPorts) {
    this.#ports = ports;
    this.#owned = new OwnedTyping(ports.conversations);
    this.#slots = new TypingSlots({
      clock: ports.clock,
      timers: ports.timers,
      ticks: Array.from({ length: attemptLimit }, (_, index) => index * tickMs),
      isBusy: (conversationId) => ports.activity.isBusy({ kind: "outbound", conversationId }),
      carry: (...carried) => this.#post(...carried),
    });
    ports.activity.listen("outbound", (conversationId) => this.#slots.idle(conversationId));
    this.#open = new OpenTypings({
      ...ports,
      topic: "typing-outbound",
      onOver: (conversationId) => this.#put(conversationId),
      onElsewhere: (conversationId) => this.#slots.drop(conversationId),
    });
  }

  /** `backends`: typing goes out while one of them owns the conversation; `null`: always. */
  typed(conversationId: string, type: TypingType, backends: readonly string[] | null = null): void {
    if (backends === null) this.#typed(conversationId, type, null);
    else
      this.#owned.pass(conversationId, backends, () => this.#typed(conversationId, type, backends));
  }

  #typed(conversationId: string, type: TypingType, backends: readonly string[] | null): void {
    if (type === "typeout") this.#open.end(conversationId);
    else if (!this.#open.begin(conversationId)) return;
    this.#put(conversationId, type, backends);
  }

  /**
   * A message of `backends` is about to be sent. A typing POST must neither delay nor follow it, and the message ends
   * typing by itself, unless it is about to be refused. `true` when a `typein` was sent. @throws the store's error
   */
  async supersededBy(conversationId: string, backends: readonly string[]): Promise<boolean> {
    const isUnderWay =
      this.#owned.has(conversationId) ||
      this.#slots.has(conversationId) ||
      this.#open.has(conversationId);
    if (!isUnderWay || !(await this.#owned.isOwner(conversationId, backends))) return false;
    return this.superseded(conversationId);
  }

  /** The same for a message of the gateway itself. */
  superseded(conversationId: string): boolean {
    this.#owned.drop(conversationId);
    this.#slots.drop(conversationId);
    return this.#open.superseded(conversationId);
  }

  /** A later attempt of a message begins, perhaps after a takeover. A typing POST must not run at the same time. */
  interrupted(conversationId: string): void {
    this.#slots.interrupt(conversationId);
  }

  /** Sends a `typeout` for all typing in progress, for at most `timeoutMs`. Later typing is dropped. */
  async stop(timeoutMs: number): Promise<void> {
    const ended = this.#slots.finish(this.#open.stop(), () => this.#notice("typeout"));
    await waitAtMost(this.#ports.timers, timeoutMs, ended, undefined);
    this.#slots.dropAll();
  }

  #put(
    conversationId: string,
    type: TypingType = "typeout",
    backends: readonly string[] | null = null,
  ): void {
    this.#slots.put(conversationId, { ...this.#notice(type), backends });
  }

  #notice(type: TypingType): AgentTyping {
    return { type, messageId: this.#ports.random.token(22), backends: null };
  }

  async #post(
    conversationId: string,
    { type, messageId, backends }: AgentTyping,
    signal: AbortSignal,
    deadline: number,
  ): Promise<boolean> {
    const { conversations, channels, endpoint, clock } = this.#ports;
    const conversation = await conversations.find({ id: conversationId });
    const channel =
      conversation && (await channels.current(conversation.channelId, conversation.channelKey));
    if (!conversation || !channel || signal.aborted) return true;
    if (channel.knobs.typing === "off" || !isOwnedBy(conversation.owner, backends)) return true;
    if (type === "typein") this.#open.told(conversationId);
    const body = typingBody(conversation.visitorId, type, messageId);
    const permit = () => !signal.aborted && clock.now() < deadline;
    const end = await endpoint.post(channel, body, { deadline, signal, permit });
    const answered =
      end.kind === "failure-shape" && end.status === 200 && channel.knobs.failureShape === "final";
    return end.kind === "positive" || answered;
  }
}
