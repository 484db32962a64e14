import type { TypingType } from "@parley/core";
import type { ConversationView } from "../conversations/conversation-view.ts";
import type { MessageState, MessageView } from "../conversations/message-view.ts";
import type { PresenceView } from "../accounts/presence.ts";

/** What an open page is told as it happens; `type` is the name of the server-sent event, `data` its JSON. */
export type LiveEvent =
  /**
   * A visitor wrote, or any agent did. `conversation` is there when it may be new to the page; it comes without its
   * `lastMessage`, which is this message.
   */
  | {
      readonly type: "message";
      readonly data: {
        readonly conversationId: string;
        readonly message: MessageView;
        readonly conversation?: ConversationView;
      };
    }
  /** A message was delivered, failed, or is being sent again. */
  | {
      readonly type: "state";
      readonly data: { readonly conversationId: string; readonly id: string } & MessageState;
    }
  /** A visitor began or stopped typing. Not repeated after a reconnect. */
  | {
      readonly type: "typing";
      readonly data: { readonly conversationId: string; readonly type: TypingType };
    }
  /** An agent began or stopped writing. Not repeated after a reconnect. */
  | {
      readonly type: "writing";
      readonly data: {
        readonly conversationId: string;
        readonly accountId: string;
        readonly name: string;
        readonly type: TypingType;
      };
    }
  /** An agent changed their availability, came or went. */
  | { readonly type: "presence"; readonly data: PresenceView & { readonly accountId: string } }
  /** Somebody's account was made, or its name, role or state was changed. Not repeated after a reconnect. */
  | { readonly type: "account"; readonly data: { readonly accountId: string } }
  /** The session of this page is over; the stream ends. */
  | { readonly type: "signed-out"; readonly data: Record<string, never> }
  /** What was missed is no longer known here: load everything again. */
  | { readonly type: "reset"; readonly data: Record<string, never> };

/** The conversation that an event tells something of; `null` when it is of none. */
export function conversationIdOf(event: LiveEvent): string | null {
  return "conversationId" in event.data ? event.data.conversationId : null;
}
