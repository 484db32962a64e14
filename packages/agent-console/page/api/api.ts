import type { Failure, Warning } from "@parley/core";
import type { ConversationView } from "../../src/conversations/conversation-view.ts";
import type { MeView } from "../../src/accounts/me-view.ts";
import type { MessageView } from "../../src/conversations/message-view.ts";
import type { PresenceChoice, PresenceView } from "../../src/accounts/presence.ts";
import type { InboxSummary } from "../../src/conversations/inbox/inbox-list.ts";
import type { OwnerLine } from "../../src/owners/owner-lines.ts";
import type { SearchHitView } from "../../src/conversations/search-routes.ts";
import { call, cursor, isMissing } from "./call.ts";
import { sentNews } from "../live/sent-news.ts";

export interface ConversationPage {
  readonly conversations: readonly ConversationView[];
  readonly next: string | null;
}

export interface MessagePage {
  readonly messages: readonly MessageView[];
  readonly next: string | null;
  /** The newest changes of owner, oldest first. Only with the newest messages, and where there are several agent apps. */
  readonly changes?: readonly OwnerLine[];
}

export interface SearchPage {
  readonly hits: readonly SearchHitView[];
  readonly next: string | null;
}

export interface SendAnswer {
  readonly id: string;
  readonly warnings: readonly Warning[];
  /** The stored messages: more than one when a long text was split. Older nodes omit it. */
  readonly messages?: readonly MessageView[];
}

/** A message that the agent writes: `type` and its fields, named as on the wire (§2.5). */
export type Draft = Readonly<Record<string, unknown>> & { readonly type: string };

const noSummary: InboxSummary = {
  counts: { all: 0, unread: 0, waiting: 0, failed: 0 },
  complete: true,
  channels: [],
};

/** API calls for every agent. */
export const api = {
  me: () => call<MeView>("GET", "/me"),
  signOut: () => call("POST", "/auth/sign-out"),
  presence: () => call<PresenceView>("GET", "/presence"),
  choosePresence: (choice: PresenceChoice) => call<PresenceView>("PUT", "/presence", choice),
  /** `query`: which list, as `viewQuery` makes it. */
  conversations: (before: string | null, query = "") =>
    call<ConversationPage>("GET", `/conversations?${query}${cursor(before, "&")}`),
  /** A gateway of the version before has no lists. */
  inbox: (query: string) =>
    call<InboxSummary>("GET", `/inbox?${query}`).catch((error: unknown) => {
      if (isMissing(error)) return noSummary;
      throw error;
    }),
  /** The agent has read everything up to this message. */
  markRead: (id: string, upTo: string) => call("PUT", `${path(id)}/read`, { upTo }),
  conversation: (id: string) => call<ConversationView>("GET", path(id)),
  messages: (id: string, before: string | null) =>
    call<MessagePage>("GET", `${path(id)}/messages${cursor(before)}`),
  search: (query: string, before: string | null) =>
    call<SearchPage>("POST", "/search", { q: query, before }, {}, { onlyReads: true }),
  /** Repeating a `key` sends the message only once. `origin`: the draft that it is sent from, which ends with it. */
  send: async (id: string, draft: Draft, key: string, origin: string | null = null) => {
    const headers = { "Idempotency-Key": key, ...(origin !== null && { "Parley-Draft": origin }) };
    const answer = await call<SendAnswer>("POST", `${path(id)}/messages`, draft, headers);
    sentNews.tell({ type: "sent", conversationId: id, messages: answer.messages ?? [] });
    return answer;
  },
  /** `failure`: the failure of the last delivery, as the page shows it. */
  sendAgain: async (id: string, messageId: string, failure: Failure) => {
    await call<SendAnswer>("POST", `${path(id)}/messages/${messageId}/resend`);
    sentNews.tell({ type: "sent-again", conversationId: id, id: messageId, failure });
  },
  typing: (id: string, type: "typein" | "typeout") =>
    call("POST", `${path(id)}/typing`, { type }, {}, { keepalive: true }),
};

function path(conversationId: string): string {
  return `/conversations/${encodeURIComponent(conversationId)}`;
}
