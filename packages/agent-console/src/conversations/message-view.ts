import type { Failure, Outcome, StoredMessage, VisitorEvent } from "@parley/core";

/** Delivery state of a message. */
export interface MessageState {
  readonly state: Outcome;
  /** Only when `state` is `failed`. `description` is untrusted text of the integrating system. */
  readonly failure?: Failure;
}

/** A message as the console's API shows it. The fields of its type are named as on the wire (§2.5). */
export interface MessageView extends MessageState {
  /** The `sequence` as text: unique within the conversation, rising with time. */
  readonly id: string;
  readonly direction: "inbound" | "outbound";
  readonly type: string;
  readonly text?: string;
  /** Name of the agent who wrote it; outbound only. */
  readonly author?: string;
  /** Epoch milliseconds of acceptance. */
  readonly at: number;
  readonly [field: string]: unknown;
}

export function viewOfStored(stored: StoredMessage): MessageView {
  const author = stored.sender === null ? undefined : fieldsOf(stored.sender)["name"];
  return {
    ...wireFields(fieldsOf(stored.message)),
    id: String(stored.sequence),
    direction: stored.direction,
    ...(typeof author === "string" && { author }),
    state: stored.state,
    ...(stored.failure !== null && { failure: stored.failure }),
    at: stored.acceptedAt,
  };
}

/** The console accepts every message at once, so the state is `delivered`. */
export function viewOfReceived(event: VisitorEvent): MessageView {
  return {
    ...wireFields({ ...event.message }),
    id: String(event.sequence),
    direction: "inbound",
    state: "delivered",
    at: event.acceptedAt,
  };
}

function fieldsOf(json: string): Record<string, unknown> {
  return JSON.parse(json) as Record<string, unknown>;
}

/** Without the wire's id: the console names a message by its sequence. */
function wireFields(message: Record<string, unknown>): { readonly type: string } {
  const { id: _, ...fields } = message;
  return { ...fields, type: String(fields["type"]) };
}
