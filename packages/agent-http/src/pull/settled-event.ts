import type { Receipt } from "@parley/core";
import type { EventPlace } from "../events/event-id.ts";

/** The newest event of a lane that the app has acknowledged. */
export interface SettledEvent {
  readonly id: string;
  /** The token of the acknowledgement. */
  readonly token: string;
  /** Epoch milliseconds of the acknowledgement. */
  readonly at: number;
  /** What the plugin answers when core calls with the event again. */
  readonly receipt: Receipt;
}

export function settledKey({ conversationId, lane }: EventPlace): string {
  return `settled:${conversationId}:${lane}`;
}
