import type { Conversation } from "../../model/conversation.ts";
import type { StoredMessage } from "../../model/delivery.ts";
import type { ChannelStore } from "../../ports/stores/channel-store.ts";
import type {
  ConversationStore,
  Page,
  PageRequest,
} from "../../ports/stores/conversation-store.ts";
import type { Conversations } from "../../ports/services/conversations.ts";
import type { DeadLetter, DeadLetterStore } from "../../ports/stores/dead-letter-store.ts";
import type { DeadLetters } from "../../ports/services/dead-letters.ts";
import { readVisitorId, visitorKeyOf } from "../../protocol/senders/visitor-id.ts";
import type { CommitQueue } from "../commit/commit-queue.ts";
import type { OwnerService } from "../owners/owner-service.ts";
import type { ErasureAnnouncer } from "./erasure-announcer.ts";

/** Reads and erases conversations in the store. */
export class ConversationService implements Conversations {
  readonly #store: ConversationStore;
  readonly #channels: ChannelStore;
  readonly #erasures: Pick<ErasureAnnouncer, "wake">;

  constructor(
    store: ConversationStore,
    channels: ChannelStore,
    erasures: Pick<ErasureAnnouncer, "wake">,
  ) {
    this.#store = store;
    this.#channels = channels;
    this.#erasures = erasures;
  }

  find(conversationId: string): Promise<Conversation | null> {
    return this.#store.find({ id: conversationId });
  }

  async findVisitor(channelId: string, visitorId: unknown): Promise<Conversation | null> {
    const read = readVisitorId(visitorId);
    const channel = read.ok ? await this.#channels.find(channelId) : null;
    if (!read.ok || channel === null) return null;
    return this.#store.find({ channelKey: channel.key, visitorKey: visitorKeyOf(read.json) });
  }

  list(page: PageRequest): Promise<Page<Conversation>> {
    return this.#store.list(page);
  }

  messages(conversationId: string, page: PageRequest): Promise<Page<StoredMessage>> {
    return this.#store.messages(conversationId, page);
  }

  async erase(conversationId: string): Promise<boolean> {
    const isErased = await this.#store.erase(conversationId);
    if (isErased) this.#erasures.wake();
    return isErased;
  }
}

interface DeadLetterPorts {
  readonly store: DeadLetterStore;
  readonly queue: Pick<CommitQueue, "append">;
  readonly owners: Pick<OwnerService, "receiverOf">;
}

/** Lists the messages that an agent app could not take, and redelivers them. */
export class DeadLetterService implements DeadLetters {
  readonly #ports: DeadLetterPorts;

  constructor(ports: DeadLetterPorts) {
    this.#ports = ports;
  }

  list(page: PageRequest): Promise<Page<DeadLetter>> {
    return this.#ports.store.deadLetters(page);
  }

  async redeliver(conversationId: string, sequence: number): Promise<boolean> {
    const { queue, owners } = this.#ports;
    const backend = await owners.receiverOf(conversationId);
    if (backend === null) return false;
    const result = await queue.append({
      kind: "again",
      conversationId,
      sequence,
      direction: "inbound",
      by: null,
      backend,
    });
    return result.status === "stored";
  }
}
