import { deliveryIdOf, type Failure } from "../../model/delivery.ts";
import type { StoredReport } from "../../model/report.ts";
import type { Lease, Verdict } from "../../ports/stores/message-store.ts";

/**
 * The verdict that ends a delivery as failed and, in the same transaction, reports it to the agent (§7, ruling 17).
 * @param tells name of the backend that gets the report
 */
export function failedVerdict(
  { lane, backend, head, conversation }: Lease,
  direction: "inbound" | "outbound",
  failure: Failure,
  failedAt: number,
  record: string | null,
  tells = backend,
): Verdict {
  const report: StoredReport = {
    deliveryId: deliveryIdOf(lane.conversationId, head.sequence),
    conversationId: lane.conversationId,
    channelId: conversation.channelId,
    direction,
    sequence: head.messageSequence,
    ...failure,
    failedAt,
  };
  return { kind: "failed", failure, report: JSON.stringify(report), tells, record };
}
