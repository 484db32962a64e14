import type { Delivery } from "../../model/attempt.ts";
import { deliveryIdOf } from "../../model/delivery.ts";
import type { Page, PageRequest } from "../../ports/stores/conversation-store.ts";
import type { Deliveries, RetryAnswer } from "../../ports/services/deliveries.ts";
import type {
  Backlog,
  DeliveryQuery,
  DeliveryStore,
  StoredDelivery,
} from "../../ports/stores/delivery-store.ts";
import type { Outbox } from "../../ports/services/outbox.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import { refuse } from "../../protocol/refusals.ts";
import type { CommitQueue } from "../commit/commit-queue.ts";
import type { OwnerService } from "../owners/owner-service.ts";
import { deliveryOf, parseDeliveryId } from "./delivery-view.ts";
import { storeRefusal } from "../commit/store-refusal.ts";

interface DeliveryServicePorts {
  readonly store: DeliveryStore;
  readonly queue: CommitQueue;
  readonly outbox: Outbox;
  readonly owners: Pick<OwnerService, "receiverOf">;
  readonly timers: Timers;
}

/** Lists deliveries and their attempts, and sends failed messages again. */
export class DeliveryService implements Deliveries {
  readonly #ports: DeliveryServicePorts;

  constructor(ports: DeliveryServicePorts) {
    this.#ports = ports;
  }

  /** A store may read many rows to find a matching one, so other work runs between its calls. */
  async list(query: DeliveryQuery, { before, limit }: PageRequest): Promise<Page<Delivery>> {
    const { store, timers } = this.#ports;
    const found: StoredDelivery[] = [];
    let next = before;
    do {
      if (next !== before) await new Promise<void>((resolve) => timers.soon(resolve));
      const page = await store.deliveries(query, { before: next, limit: limit - found.length });
      found.push(...page.items);
      next = page.next;
    } while (next !== null && found.length < limit);
    return { items: found.map(deliveryOf), next };
  }

  async find(id: string): Promise<Delivery | null> {
    const stored = await this.#stored(id);
    return stored === null ? null : deliveryOf(stored);
  }

  async retry(id: string): Promise<RetryAnswer> {
    try {
      const stored = await this.#stored(id);
      if (stored === null) return { done: false, refusal: refuse("unknownDelivery") };
      if (stored.state !== "failed") return { done: false, refusal: refuse("notFailed") };
      return stored.kind === "outbound"
        ? await this.#sendAgain(stored)
        : await this.#redeliver(stored);
    } catch (error) {
      return { done: false, refusal: storeRefusal(error) };
    }
  }

  backlog(): Promise<Backlog> {
    return this.#ports.store.backlog();
  }

  async #stored(id: string): Promise<StoredDelivery | null> {
    const place = parseDeliveryId(id);
    return place && this.#ports.store.delivery(place.conversationId, place.sequence);
  }

  async #sendAgain({ conversationId, messageSequence }: StoredDelivery): Promise<RetryAnswer> {
    const answer = await this.#ports.outbox.sendAgain(conversationId, messageSequence);
    return answer.accepted
      ? { done: true, deliveryId: answer.deliveryId }
      : { done: false, refusal: answer.refusal };
  }

  async #redeliver(stored: StoredDelivery): Promise<RetryAnswer> {
    const { queue, owners } = this.#ports;
    const { conversationId, messageSequence } = stored;
    const backend = await owners.receiverOf(conversationId);
    if (backend === null) return { done: false, refusal: refuse("unknownDelivery") };
    const result = await queue.append({
      kind: "again",
      conversationId,
      sequence: messageSequence,
      direction: "inbound",
      by: null,
      backend,
    });
    if (result.status === "refused") return { done: false, refusal: refuse("unknownDelivery") };
    return { done: true, deliveryId: deliveryIdOf(conversationId, result.sequences[0] ?? 0) };
  }
}
