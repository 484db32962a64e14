import type { LaneKind } from "../model/lane.ts";
import type { DeliveryReport } from "../model/report.ts";
import type { Lease } from "../ports/message-store.ts";

/** What an event of a lane's head is about. */
export interface EventSubject {
  readonly kind: LaneKind;
  readonly channelId: string;
  readonly conversationId: string;
  /** Of the message; on the reports lane of the message that failed. */
  readonly sequence: number;
  readonly deliverySequence: number;
}

export function subjectOf({ lane, head, conversation }: Lease): EventSubject {
  return {
    kind: lane.kind,
    channelId: conversation.channelId,
    conversationId: lane.conversationId,
    sequence:
      lane.kind === "reports"
        ? (JSON.parse(head.message) as DeliveryReport).sequence
        : head.messageSequence,
    deliverySequence: head.sequence,
  };
}
