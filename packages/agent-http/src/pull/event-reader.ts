import {
  type Conversations,
  type Deliveries,
  type StoredMessage,
  visitorIdText,
} from "@parley/core";
import type { AgentEvent, VisitorMessage } from "../events/agent-event.ts";
import type { EventFacts } from "./open-event.ts";

type Facts<Type> = Extract<EventFacts, { readonly type: Type }>;

/** Reads from the store what an event tells. */
export class EventReader {
  readonly #conversations: Conversations;
  readonly #deliveries: Deliveries;

  constructor(conversations: Conversations, deliveries: Deliveries) {
    this.#conversations = conversations;
    this.#deliveries = deliveries;
  }

  /** `null`: the app is not to have it any more. Whether it may be a repeat is added by the caller. */
  async read(facts: EventFacts): Promise<AgentEvent | null> {
    const mayBeRepeat = true;
    if (facts.type === "visitor.message") return this.#message(facts);
    if (facts.type === "visitor.typing") return facts;
    if (facts.type === "delivery.report") {
      const description = await this.#description(facts);
      return { ...facts, ...(description !== undefined && { description }), mayBeRepeat };
    }
    if (facts.type === "conversation.owner" && facts.isNewOwner) {
      const conversation = await this.#conversations.find(facts.conversationId);
      if (conversation === null || conversation.owner.fence > facts.fence) return null;
    }
    return { ...facts, mayBeRepeat };
  }

  async #message(facts: Facts<"visitor.message">): Promise<VisitorMessage | null> {
    const { conversationId, fence } = facts;
    const conversation = await this.#conversations.find(conversationId);
    if (conversation === null || conversation.owner.fence > fence) return null;
    const stored = await this.#storedOf(facts);
    if (stored === null) return null;
    const { profile, visitorId } = conversation;
    return {
      ...facts,
      visitor: { ...profile, id: visitorIdText(visitorId) },
      message: JSON.parse(stored.message) as Record<string, unknown>,
      acceptedAt: stored.acceptedAt,
      mayBeRepeat: true,
    };
  }

  /** A message that was sent again has the sequence of its first delivery. */
  async #storedOf(facts: Facts<"visitor.message">): Promise<StoredMessage | null> {
    const { id, conversationId, sequence } = facts;
    const first = await this.#messageAt(conversationId, sequence);
    if (first !== null) return first;
    const delivery = await this.#deliveries.find(id);
    return delivery === null ? null : this.#messageAt(conversationId, delivery.messageSequence);
  }

  async #messageAt(conversationId: string, sequence: number): Promise<StoredMessage | null> {
    const page = { before: String(sequence + 1), limit: 1 };
    const { items } = await this.#conversations.messages(conversationId, page);
    return items.find((item) => item.sequence === sequence) ?? null;
  }

  /** The shop's words, or why the app did not take the visitor's message. */
  async #description({ deliveryId }: Facts<"delivery.report">): Promise<string | undefined> {
    const delivery = await this.#deliveries.find(deliveryId);
    return delivery?.failure?.description;
  }
}
