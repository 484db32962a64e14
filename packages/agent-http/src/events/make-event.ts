import type {
  DeliveredNotice,
  DeliveryReport,
  ErasureNotice,
  OwnerNotice,
  VisitorEvent,
} from "@parley/core";
import type {
  ConversationErased,
  MessageDelivered,
  MessageReport,
  OwnerChanged,
  VisitorMessage,
} from "./agent-event.ts";
import { deliveredId, erasedId, ownerId, reportId } from "./event-id.ts";

/** The events of an app from the calls of core. Turns stay inside. */
export function messageEvent({ turn: _turn, ...event }: VisitorEvent): VisitorMessage {
  return { type: "visitor.message", ...event, message: { ...event.message } };
}

export function reportEvent({ turn: _turn, ...report }: DeliveryReport): MessageReport {
  return { type: "delivery.report", id: reportId(report.deliveryId), ...report };
}

export function deliveredEvent({ turn: _turn, ...notice }: DeliveredNotice): MessageDelivered {
  return { type: "delivery.delivered", id: deliveredId(notice.deliveryId), ...notice };
}

export function ownerEvent({ turn: _turn, ...notice }: OwnerNotice): OwnerChanged {
  const { conversationId, fence, isNewOwner } = notice;
  const id = ownerId(conversationId, fence, isNewOwner);
  return { type: "conversation.owner", id, ...notice };
}

export function erasedEvent({ conversationId, channelId }: ErasureNotice): ConversationErased {
  const id = erasedId(conversationId);
  return { type: "conversation.erased", id, conversationId, channelId, mayBeRepeat: true };
}
