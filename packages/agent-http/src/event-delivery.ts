import type { ErasureNotice, Receipt, Turn, TypingType } from "@parley/core";
import type { DurableEvent } from "./events/agent-event.ts";

/** An event of a lane, and the right to write about it. */
export interface LaneCall {
  readonly event: DurableEvent;
  readonly turn: Turn;
  readonly signal: AbortSignal;
}

/** How events get to the app: it is called, or it asks for them. */
export interface EventDelivery {
  /** Resolves with the app's answer. @throws an error when the event is to come again */
  deliver(call: LaneCall): Promise<Receipt>;
  erased(notice: ErasureNotice, signal: AbortSignal): Promise<Receipt>;
  /** Best effort. */
  typing(conversationId: string, type: TypingType): Promise<void>;
  close(): void;
}
