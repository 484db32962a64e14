import type { ServiceIdentifier } from "inversify";
import type { Delivery } from "../../model/attempt.ts";
import type { Refusal } from "../../protocol/refusals.ts";
import type { Page, PageRequest } from "../stores/conversation-store.ts";
import type { Backlog, DeliveryQuery } from "../stores/delivery-store.ts";

/** `deliveryId` is that of the new delivery, or of the one that a repeated call has found. */
export type RetryAnswer =
  | { readonly done: true; readonly deliveryId: string }
  | { readonly done: false; readonly refusal: Refusal };

/** Called by consoles and admin surfaces; implemented by core. */
export interface Deliveries {
  /** In the order that `DeliveryQuery` names. */
  list(query: DeliveryQuery, page: PageRequest): Promise<Page<Delivery>>;
  /** `id` is any text; `null` when it names no delivery. */
  find(id: string): Promise<Delivery | null>;
  /**
   * The failed delivery's message once more, at its lane's end: to the integrating system, or a dead letter to the
   * agent app. A second call does nothing. Never throws: trouble with the store is a 503 refusal.
   */
  retry(id: string): Promise<RetryAnswer>;
  backlog(): Promise<Backlog>;
}
export const Deliveries = Symbol.for("@parley/core/Deliveries") as ServiceIdentifier<Deliveries>;
