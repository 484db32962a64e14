import type { Conversation, Deliveries } from "@parley/core";
import { firstItems } from "../http/filled-page.ts";
import { type DeliveryView, type DeliveryViewParts, viewsOfDeliveries } from "./delivery-view.ts";

const shown = 10;
/** Conversations of all channels that are searched, newest first. */
const searched = 200;

/**
 * The newest deliveries of a channel in any state, newest first. The store lists deliveries by conversation, or by state,
 * so those of the channel's newest conversations are read.
 */
export async function recentDeliveries(
  ports: DeliveryViewParts & { readonly deliveries: Deliveries },
  channelId: string,
): Promise<readonly DeliveryView[]> {
  const { conversations, deliveries } = ports;
  const found = await firstItems((request) => conversations.list(request), searched);
  const ofChannel = (each: Conversation): boolean => each.channelId === channelId;
  const pages = await Promise.all(
    found
      .filter(ofChannel)
      .slice(0, shown)
      .map(({ id }) => deliveries.list({ conversationId: id }, { before: null, limit: shown })),
  );
  const newest = pages
    .flatMap(({ items }) => items)
    .toSorted((one, other) => other.acceptedAt - one.acceptedAt);
  return viewsOfDeliveries(ports, newest.slice(0, shown));
}
