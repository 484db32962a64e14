import type {
  ConversationErased,
  MessageDelivered,
  MessageReport,
  OwnerChanged,
  VisitorMessage,
  VisitorTyping,
} from "../events/agent-event.ts";
import type { EventPlace } from "../events/event-id.ts";

/** An event without what people wrote, which is read from the store when the event is handed out. */
export type EventFacts =
  | Pick<VisitorMessage, "type" | "id" | "conversationId" | "channelId" | "sequence" | "fence">
  | Omit<MessageReport, "mayBeRepeat" | "description">
  | Omit<MessageDelivered, "mayBeRepeat">
  | Omit<OwnerChanged, "mayBeRepeat">
  | Omit<ConversationErased, "mayBeRepeat">
  | VisitorTyping;

/** The right of the app to acknowledge an event. */
export interface Handing {
  /** Nobody can guess it, and it is never used again. */
  readonly token: string;
  /** Epoch milliseconds from which the event is handed out again. */
  readonly until: number;
}

/** What the state keeps of an event that waits, or is with the app. */
export interface OpenEvent {
  readonly facts: EventFacts;
  /** Epoch milliseconds at which it began to wait. */
  readonly since: number;
  /** Whether the app may have had it. */
  readonly mayBeRepeat: boolean;
  /**
   * Whether a call of core waits for the acknowledgement, so that no pause of its lane has to be ended. A call that fails or
   * dies leaves it `true`: core then calls again within a minute, and that call finds the receipt.
   */
  readonly isAwaited: boolean;
  /** `null`: it is not with the app. */
  readonly handing: Handing | null;
  /** Token of the handing before; `null`: there was none. */
  readonly formerToken: string | null;
  /** Epoch milliseconds until which the app wants to be left alone with it. */
  readonly notBefore: number;
}

/** An event that this call opens. `mayBeRepeat`: the app may have had it from an earlier one. */
export function newOpenEvent(
  facts: EventFacts,
  now: number,
  { mayBeRepeat }: Pick<OpenEvent, "mayBeRepeat">,
): OpenEvent {
  return {
    facts,
    since: now,
    mayBeRepeat,
    isAwaited: false,
    handing: null,
    formerToken: null,
    notBefore: 0,
  };
}

/** Begins the keys of all open events. */
export const openPrefix = "open:";

/** Each lane of a conversation has one open event at most. */
export function openKey({ conversationId, lane }: EventPlace): string {
  return `${openPrefix}${conversationId}:${lane}`;
}

export function typingKey(conversationId: string): string {
  return `${openPrefix}${conversationId}:typing`;
}

/** Whether it may be handed out now. */
export function isFree({ handing, notBefore }: OpenEvent, now: number): boolean {
  return (handing === null || handing.until <= now) && notBefore <= now;
}
