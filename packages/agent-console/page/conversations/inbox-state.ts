import type { ConversationView } from "../../src/conversations/conversation-view.ts";
import type { LiveEvent } from "../../src/live/live-event.ts";
import type { MessageState, MessageView } from "../../src/conversations/message-view.ts";
import type { PresenceView } from "../../src/accounts/presence.ts";
import type { ConversationPage, MessagePage } from "../api/api.ts";
import type { Sent } from "../live/sent-news.ts";

/** The loaded messages of one conversation, oldest first. */
export interface ThreadState {
  readonly messages: readonly MessageView[];
  readonly next: string | null;
}

/** Another agent who is writing an answer. */
export interface Writer {
  readonly accountId: string;
  readonly name: string;
  readonly since: number;
}

export interface InboxState {
  /** Counts full reloads. A page of messages requested before a reload may be incomplete. */
  readonly generation: number;
  /** `null` until the first page is loaded. Newest activity first. */
  readonly conversations: readonly ConversationView[] | null;
  readonly next: string | null;
  /** Ids of conversations loaded one by one. The loaded list may not contain them. */
  readonly found: ReadonlySet<string>;
  readonly threads: Readonly<Record<string, ThreadState>>;
  /** Live messages whose thread is not loaded yet. The page being loaded may be older than they are. */
  readonly early: Readonly<Record<string, readonly MessageView[]>>;
  /** Start time of typing, by visitor. */
  readonly typing: Readonly<Record<string, number>>;
  /** Which other agent is writing in which conversation, and since when. */
  readonly writing: Readonly<Record<string, Writer>>;
  readonly unread: Readonly<Record<string, number>>;
  /** The newest live state of each message, by `conversation/message`. It may be newer than a page being loaded. */
  readonly states: Readonly<Record<string, MessageState>>;
  /** The agent's own presence, and the presence that visitors see. */
  readonly presence: PresenceView;
}

export type InboxAction =
  | { readonly type: "conversations"; readonly page: ConversationPage; readonly older: boolean }
  | { readonly type: "conversation" | "found"; readonly conversation: ConversationView }
  | {
      readonly type: "thread";
      readonly id: string;
      /** The generation in which the page was requested. */
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

/**
 * A visitor who sends `typein` without `typeout` stops typing after this time. Clients repeat `typein` every 5 s
 * (ruling 19).
 */
const typingLimitMs = 15_000;

/** Whether a visitor who started at `since` is still typing; `null`: never started. */
export function isTyping(since: number | null, now: number): boolean {
  return since !== null && now - since < typingLimitMs;
}
