import type { DeliveryReport } from "../../model/report.ts";
import type { Lease } from "../../ports/stores/message-store.ts";

/** Which message an event of a lane's head is about; on the reports lane the one that failed. */
export function subjectSequence({ lane, head }: Lease): number {
  if (lane.kind !== "reports") return head.messageSequence;
  return (JSON.parse(head.message) as DeliveryReport).sequence;
}
