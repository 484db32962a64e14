import { type AgentApi, ApiError, receiptOf, signWebhook } from "@parley/agent-kit";
import type {
  Clock,
  Conversations,
  ErasureNotice,
  Random,
  Receipt,
  Timers,
  TypingType,
} from "@parley/core";
import type { EventDelivery, LaneCall } from "../event-delivery.ts";
import type { AgentEvent } from "../events/agent-event.ts";
import { typingId } from "../events/event-id.ts";
import { erasedEvent } from "../events/make-event.ts";
import type { PushHealth } from "./push-health.ts";

const taken: Receipt = { outcome: "taken" };
/** Typing is of no use later. */
const typingWithinMs = 5_000;

interface PushDeliveryPorts {
  readonly api: AgentApi;
  readonly secrets: readonly string[];
  readonly health: PushHealth;
  readonly conversations: Conversations;
  readonly clock: Clock;
  readonly random: Random;
  readonly timers: Timers;
}

/** Posts events to the app, each signed. */
export class PushDelivery implements EventDelivery {
  readonly #ports: PushDeliveryPorts;

  constructor(ports: PushDeliveryPorts) {
    this.#ports = ports;
  }

  async deliver({ event, signal }: LaneCall): Promise<Receipt> {
    const receipt = await this.#answerTo(event, signal);
    // It tells what happened, and cannot be refused.
    const isRefused = event.type === "conversation.owner" && receipt.outcome === "rejected";
    return isRefused ? taken : receipt;
  }

  async erased(notice: ErasureNotice, signal: AbortSignal): Promise<Receipt> {
    try {
      await this.#post(erasedEvent(notice), signal);
      return taken;
    } catch (error) {
      return isGone(error) ? taken : receiptOf(error);
    }
  }

  async typing(conversationId: string, typing: TypingType): Promise<void> {
    const { conversations, random, timers } = this.#ports;
    const conversation = await conversations.find(conversationId);
    if (conversation === null) return;
    const { channelId } = conversation;
    const id = typingId(conversationId, random);
    const event = { type: "visitor.typing", id, conversationId, channelId, typing } as const;
    const late = new AbortController();
    const cancel = timers.after(typingWithinMs, () => late.abort());
    await this.#post(event, late.signal).finally(cancel);
  }

  close(): void {}

  async #answerTo(event: AgentEvent, signal: AbortSignal): Promise<Receipt> {
    try {
      await this.#post(event, signal);
      return taken;
    } catch (error) {
      return receiptOf(error);
    }
  }

  /** @throws ApiError */
  async #post(event: AgentEvent, signal: AbortSignal): Promise<void> {
    const { api, secrets, health, clock } = this.#ports;
    signal.throwIfAborted();
    const body = JSON.stringify(event);
    const id = webhookId(event.id);
    const signed = signWebhook({ id, timestamp: clock.now(), body, secrets });
    const headers = { "content-type": "application/json", ...signed };
    const bytes = new TextEncoder().encode(body);
    try {
      await api.call({ method: "POST", path: "", body: bytes, headers, signal });
      health.taken();
    } catch (error) {
      health.failed(error);
      throw error;
    }
  }
}

/** The id of an event as Standard Webhooks takes it: without full stops. */
function webhookId(eventId: string): string {
  return eventId.replaceAll(".", "_");
}

/** The app has nothing of the conversation any more. */
function isGone(error: unknown): boolean {
  return ApiError.is(error) && (error.status === 404 || error.status === 410);
}
