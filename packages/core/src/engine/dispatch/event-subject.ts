import type { DeliveryReport } from "../../model/report.ts";
import type { Lease } from "../../ports/stores/message-store.ts";

/** Sequence of the message that an event about a lane's head names; on the reports lane the message that failed. */
export function subjectSequence({ lane, head }: Lease): number {
  if (lane.kind !== "reports") return head.messageSequence;
  return (JSON.parse(head.message) as DeliveryReport).sequence;
}
