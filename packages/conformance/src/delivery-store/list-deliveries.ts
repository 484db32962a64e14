import type { DeliveryQuery, StoredDelivery } from "@parley/core";
import { allPages } from "../stores/all-pages.ts";
import type { StoreBench } from "../stores/store-bench.ts";

/** All deliveries of a query, read page by page. */
export async function listDeliveries(
  bench: StoreBench,
  query: DeliveryQuery,
  limit = 200,
): Promise<readonly StoredDelivery[]> {
  const pages = await allPages(limit, (page) => bench.stores.deliveries.deliveries(query, page));
  return pages.flat();
}

export function deliveryIdsOf(deliveries: readonly StoredDelivery[]): readonly string[] {
  return deliveries.map(({ conversationId, sequence }) => `${conversationId}.${sequence}`);
}
