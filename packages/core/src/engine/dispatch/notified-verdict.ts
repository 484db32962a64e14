import type { StoredNotice } from "../../model/delivered-notice.ts";
import { deliveryIdOf } from "../../model/delivery.ts";
import type { Lease, Verdict } from "../../ports/stores/message-store.ts";

/** The verdict that ends a delivery as delivered and, in the same transaction, tells the agent app. */
export function notifiedVerdict(
  { lane, head, conversation }: Lease,
  tells: string,
  deliveredAt: number,
  record: string | null,
): Verdict {
  const notice: StoredNotice = {
    deliveryId: deliveryIdOf(lane.conversationId, head.sequence),
    conversationId: lane.conversationId,
    channelId: conversation.channelId,
    sequence: head.messageSequence,
    deliveredAt,
  };
  return { kind: "delivered", record, notice: JSON.stringify(notice), tells };
}
