import type { ConversationView } from "../../src/conversations/conversation-view.ts";
import type { LiveEvent } from "../../src/live/live-event.ts";
import type { MessageState, MessageView } from "../../src/conversations/message-view.ts";
import type { PresenceView } from "../../src/accounts/presence.ts";
import type { ConversationPage, MessagePage } from "../api/api.ts";
import type { Sent } from "../live/sent-news.ts";

/** One conversation's messages, as far as they were loaded; oldest first. */
export interface ThreadState {
  readonly messages: readonly MessageView[];
  readonly next: string | null;
}

/** A colleague who is writing an answer. */
export interface Writer {
  readonly accountId: string;
  readonly name: string;
  readonly since: number;
}

export interface InboxState {
  /** How often everything was forgotten: a page of messages asked for before may lack what was missed. */
  readonly generation: number;
  /** `null` until the first page is there. Newest activity first. */
  readonly conversations: readonly ConversationView[] | null;
  readonly next: string | null;
  /** Ids of conversations that were asked for by themselves: the list may not reach back to them. */
  readonly found: ReadonlySet<string>;
  readonly threads: Readonly<Record<string, ThreadState>>;
  /** Messages that came live while their thread was not loaded: the page under way may be older than they are. */
  readonly early: Readonly<Record<string, readonly MessageView[]>>;
  /** When each visitor who is typing began to. */
  readonly typing: Readonly<Record<string, number>>;
  /** Which other agent began to write in which conversation, and when. */
  readonly writing: Readonly<Record<string, Writer>>;
  readonly unread: Readonly<Record<string, number>>;
  /** The newest live state of each message, by `conversation/message`: it may be newer than what is being loaded. */
  readonly states: Readonly<Record<string, MessageState>>;
  /** The agent's own, and what visitors see of all agents. */
  readonly presence: PresenceView;
}

export type InboxAction =
  | { readonly type: "conversations"; readonly page: ConversationPage; readonly older: boolean }
  | { readonly type: "conversation" | "found"; readonly conversation: ConversationView }
  | {
      readonly type: "thread";
      readonly id: string;
      /** The one in which it was asked for. */
      readonly generation: number;
      readonly page: MessagePage;
      readonly older: boolean;
    }
  | { readonly type: "read"; readonly id: string }
  | { readonly type: "presence"; readonly presence: PresenceView }
  | Sent
  | { readonly type: "forget" }
  | {
      readonly type: "live";
      readonly event: LiveEvent;
      readonly accountId: string;
      readonly openId: string | null;
      readonly now: number;
    };

export const emptyInbox: InboxState = {
  generation: 0,
  conversations: null,
  next: null,
  found: new Set(),
  threads: {},
  early: {},
  typing: {},
  writing: {},
  unread: {},
  states: {},
  presence: { available: false, withoutPage: false, present: false, anyAvailable: false },
};

/** Who says `typein`, and again every 5 s, and then vanishes is not typing for ever (ruling 19). */
const typingLimitMs = 15_000;

/** Whether a visitor who began to type at `since` still does; `null`: never began. */
export function isTyping(since: number | null, now: number): boolean {
  return since !== null && now - since < typingLimitMs;
}
