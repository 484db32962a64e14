import type { PageRequest, Page } from "../ports/stores/conversation-store.ts";
import type { DeadLetter, DeadLetterStore } from "../ports/stores/dead-letter-store.ts";
import type { MemoryData } from "./data.ts";
import type { ConversationRow, DeliveryRow } from "./rows.ts";
import { pageOf } from "./page.ts";

interface Failed {
  readonly conversation: ConversationRow;
  readonly delivery: DeliveryRow;
}

/** The reference `DeadLetterStore`: inbound messages whose newest delivery failed. */
export class MemoryDeadLetterStore implements DeadLetterStore {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async deadLetters(request: PageRequest): Promise<Page<DeadLetter>> {
    const failed = [...this.#data.conversations.values()].flatMap(failedOf);
    const page = pageOf(failed.sort(byPosition), request, positionOf);
    return { items: page.items.map(deadLetter), next: page.next };
  }
}

function failedOf(conversation: ConversationRow): Failed[] {
  return [...conversation.newest.values()]
    .filter((delivery) => delivery.kind === "inbound" && delivery.state === "failed")
    .map((delivery) => ({ conversation, delivery }));
}

/** Sorted by acceptance; at equal instants by the newer conversation, then by the later message. */
function positionOf({ conversation, delivery }: Failed): readonly [number, number, number] {
  return [delivery.acceptedAt, conversation.number, delivery.messageSequence];
}

function byPosition(a: Failed, b: Failed): number {
  const [acceptedA, numberA, sequenceA] = positionOf(a);
  const [acceptedB, numberB, sequenceB] = positionOf(b);
  return acceptedB - acceptedA || numberB - numberA || sequenceB - sequenceA;
}

function deadLetter({ conversation, delivery }: Failed): DeadLetter {
  const { id: conversationId, channelId } = conversation.current;
  const { messageSequence: sequence, acceptedAt } = delivery;
  const failure = delivery.failure ?? { reason: "backend-failing" };
  return { conversationId, channelId, sequence, failure, acceptedAt };
}
