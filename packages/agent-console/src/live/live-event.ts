import type { TypingType } from "@parley/core";
import type { ConversationView } from "../conversations/conversation-view.ts";
import type { MessageState, MessageView } from "../conversations/message-view.ts";
import type { PresenceView } from "../accounts/presence.ts";

/** An event for open pages. `type` is the name of the server-sent event, `data` its JSON. */
export type LiveEvent =
  /**
   * A new message from a visitor or an agent. `conversation` is set when it may be new to the page, without
   * `lastMessage`: that is this message.
   */
  | {
      readonly type: "message";
      readonly data: {
        readonly conversationId: string;
        readonly message: MessageView;
        readonly conversation?: ConversationView;
      };
    }
  /** A message was delivered, failed, or is being retried. */
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
  /** An agent changed their availability, arrived or left. */
  | { readonly type: "presence"; readonly data: PresenceView & { readonly accountId: string } }
  /** The inbox lists or their counts changed: ask for them again. Not repeated after a reconnect. */
  | { readonly type: "lists"; readonly data: Record<string, never> }
  /** An agent has read a conversation up to a message. Only that agent's pages are told. */
  | {
      readonly type: "read";
      readonly data: {
        readonly accountId: string;
        readonly conversationId: string;
        readonly upTo: string;
      };
    }
  /** An account was created, or its name, role or state changed. Not repeated after a reconnect. */
  | { readonly type: "account"; readonly data: { readonly accountId: string } }
  /** An agent's draft was changed: for that agent's other pages. Not repeated after a reconnect. */
  | {
      readonly type: "draft";
      readonly data: {
        readonly accountId: string;
        readonly conversationId: string;
        readonly revision: number;
      };
    }
  /**
   * A conversation got another owner. `answeredBy`: name of the other agent app that answers it from now on; `null`: the
   * console does, or nobody. A conversation that is not `isReadable` has left the console.
   */
  | {
      readonly type: "owner";
      readonly data: {
        readonly conversationId: string;
        readonly answeredBy: string | null;
        readonly isReadable: boolean;
      };
    }
  /** A conversation was erased. Not repeated after a reconnect. */
  | { readonly type: "erased"; readonly data: { readonly conversationId: string } }
  /** The page's session has ended. The stream ends too. */
  | { readonly type: "signed-out"; readonly data: Record<string, never> }
  /** The replay is incomplete: reload everything. */
  | { readonly type: "reset"; readonly data: Record<string, never> };

/** The event's conversation; `null` when it has none. */
export function conversationIdOf(event: LiveEvent): string | null {
  return "conversationId" in event.data ? event.data.conversationId : null;
}

/** Whether an account's pages get the event. A draft and a read mark concern their own agent alone. */
export function isFor(event: LiveEvent, accountId: string): boolean {
  const isOwn = event.type === "draft" || event.type === "read";
  return !isOwn || event.data.accountId === accountId;
}
