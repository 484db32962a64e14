import type { Failure, Warning } from "@parley/core";
import type { ConversationView } from "../../src/conversations/conversation-view.ts";
import type { MeView } from "../../src/accounts/me-view.ts";
import type { MessageView } from "../../src/conversations/message-view.ts";
import type { PresenceChoice, PresenceView } from "../../src/accounts/presence.ts";
import { call, cursor } from "./call.ts";
import { sentNews } from "../live/sent-news.ts";

export interface ConversationPage {
  readonly conversations: readonly ConversationView[];
  readonly next: string | null;
}

export interface MessagePage {
  readonly messages: readonly MessageView[];
  readonly next: string | null;
}

export interface SendAnswer {
  readonly id: string;
  readonly warnings: readonly Warning[];
  /** What is sent: more than one message when a long text was split. A node of the version before does not say. */
  readonly messages?: readonly MessageView[];
}

/** What the agent writes: `type` and its fields, named as on the wire (§2.5). */
export type Draft = Readonly<Record<string, unknown>> & { readonly type: string };

/** What every agent's page asks for. */
export const api = {
  me: () => call<MeView>("GET", "/me"),
  signOut: () => call("POST", "/auth/sign-out"),
  presence: () => call<PresenceView>("GET", "/presence"),
  choosePresence: (choice: PresenceChoice) => call<PresenceView>("PUT", "/presence", choice),
  conversations: (before: string | null) =>
    call<ConversationPage>("GET", `/conversations${cursor(before)}`),
  conversation: (id: string) => call<ConversationView>("GET", path(id)),
  messages: (id: string, before: string | null) =>
    call<MessagePage>("GET", `${path(id)}/messages${cursor(before)}`),
  /** The same `key` again sends nothing twice. */
  send: async (id: string, draft: Draft, key: string) => {
    const headers = { "Idempotency-Key": key };
    const answer = await call<SendAnswer>("POST", `${path(id)}/messages`, draft, headers);
    sentNews.tell({ type: "sent", conversationId: id, messages: answer.messages ?? [] });
    return answer;
  },
  /** `failure`: what the page shows of the message's last delivery. */
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
