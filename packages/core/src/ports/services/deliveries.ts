import type { ServiceIdentifier } from "inversify";
import type { Delivery } from "../../model/attempt.ts";
import type { Refusal } from "../../protocol/refusals.ts";
import type { Page, PageRequest } from "../stores/conversation-store.ts";
import type { Backlog, DeliveryQuery } from "../stores/delivery-store.ts";

/** `deliveryId` names the new delivery; after a repeated call, the delivery that the first call made. */
export type RetryAnswer =
  | { readonly done: true; readonly deliveryId: string }
  | { readonly done: false; readonly refusal: Refusal };

/** Called by consoles and admin surfaces; implemented by core. */
export interface Deliveries {
  /** Sorted as `DeliveryQuery` says. */
  list(query: DeliveryQuery, page: PageRequest): Promise<Page<Delivery>>;
  /** `id` may be any text; `null` when it names no delivery. */
  find(id: string): Promise<Delivery | null>;
  /**
   * Sends the message of a failed delivery once more, at the end of its lane. An outbound message goes to the
   * integrating system, a dead letter to the agent app. A second call does nothing.
   * Never throws: when the store fails, the answer is a 503 refusal.
   */
  retry(id: string): Promise<RetryAnswer>;
  backlog(): Promise<Backlog>;
}
export const Deliveries = Symbol.for("@parley/core/Deliveries") as ServiceIdentifier<Deliveries>;
