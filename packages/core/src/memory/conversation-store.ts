import type { Conversation } from "../model/conversation.ts";
import type { StoredMessage } from "../model/delivery.ts";
import type {
  ConversationRef,
  ConversationStore,
  Page,
  PageRequest,
} from "../ports/stores/conversation-store.ts";
import { type MemoryData, visitorRef } from "./data.ts";
import type { ConversationRow, DeliveryRow } from "./rows.ts";
import { noteErasure } from "./erase/erasure-store.ts";
import { forgetIdentities } from "./identities.ts";
import { drop } from "./lanes/lanes.ts";
import { pageOf } from "./page.ts";
import { closeEntries } from "./state/state-rows.ts";

/** The reference `ConversationStore`. */
export class MemoryConversationStore implements ConversationStore {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async find(ref: ConversationRef): Promise<Conversation | null> {
    const row =
      "id" in ref
        ? this.#data.conversations.get(ref.id)
        : this.#data.visitors.get(visitorRef(ref.channelKey, ref.visitorKey));
    return row?.current ?? null;
  }

  async list(request: PageRequest): Promise<Page<Conversation>> {
    const rows = [...this.#data.conversations.values()].sort(byActivity);
    const page = pageOf(rows, request, (row) => [row.current.lastMessageAt, row.number]);
    return { items: page.items.map((row) => row.current), next: page.next };
  }

  async messages(conversationId: string, request: PageRequest): Promise<Page<StoredMessage>> {
    const row = this.#data.conversations.get(conversationId);
    const newestFirst = [...(row?.newest.values() ?? [])].sort(
      (a, b) => b.messageSequence - a.messageSequence,
    );
    const page = pageOf(newestFirst, request, (delivery) => [delivery.messageSequence]);
    return { items: page.items.map(storedMessage).toReversed(), next: page.next };
  }

  async erase(conversationId: string): Promise<boolean> {
    const row = this.#data.conversations.get(conversationId);
    if (row === undefined) return false;
    for (const lane of row.lanes.values()) drop(this.#data, lane);
    forgetIdentities(this.#data, row);
    noteErasure(this.#data, row);
    closeEntries(this.#data, conversationId);
    this.#data.conversations.delete(conversationId);
    this.#data.visitors.delete(visitorRef(row.current.channelKey, row.current.visitorKey));
    return true;
  }
}

/** Newest activity first; at equal instants the newer conversation is first. */
export function byActivity(a: ConversationRow, b: ConversationRow): number {
  return b.current.lastMessageAt - a.current.lastMessageAt || b.number - a.number;
}

export function storedMessage(newest: DeliveryRow): StoredMessage {
  const { messageSequence, message, sender, state, failure, acceptedAt } = newest;
  const direction = newest.kind === "outbound" ? "outbound" : "inbound";
  return { sequence: messageSequence, direction, message, sender, state, failure, acceptedAt };
}
