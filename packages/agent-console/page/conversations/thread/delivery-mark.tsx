import type { ReactElement } from "react";
import type { MessageState } from "../../../src/conversations/message-view.ts";

export interface DeliveryMarkProps {
  readonly state: MessageState["state"];
  /** Whether it has waited longer than is usual. */
  readonly overdue: boolean;
}

/** The delivery state of an agent's message. A failed one has a notice of its own. */
export function DeliveryMark({ state, overdue }: DeliveryMarkProps): ReactElement | null {
  if (state === "delivered") return <span data-testid="delivered-mark">Delivered</span>;
  if (state === "failed") return null;
  if (!overdue) return <span>Sending…</span>;
  return (
    <span
      className="not-delivered-yet"
      data-testid="waiting-badge"
      title="It is sent as soon as the messages before it are delivered or have failed."
    >
      Not delivered yet
    </span>
  );
}
