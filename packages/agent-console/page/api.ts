import type { Warning } from "@parley/core";
import type { ConversationView } from "../src/conversation-view.ts";
import type { MessageView } from "../src/message-view.ts";

const base = "/console/api";

export interface Me {
  readonly account: { readonly id: string; readonly email: string; readonly name: string };
  readonly available: boolean;
}

export interface ConversationPage {
  readonly conversations: readonly ConversationView[];
  readonly next: string | null;
}

export interface MessagePage {
  readonly messages: readonly MessageView[];
  readonly next: string | null;
}

export interface Sent {
  readonly id: string;
  readonly warnings: readonly Warning[];
}

/** What the agent writes: `type` and its fields, named as on the wire (§2.5). */
export type Draft = Readonly<Record<string, unknown>> & { readonly type: string };

/** The gateway's answer when it refuses; `status` 0 means that it could not be reached. `message` is made for people. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const api = {
  me: () => call<Me>("GET", "/me"),
  signIn: (email: string, password: string) =>
    call<Me>("POST", "/auth/sign-in/email", { email, password }),
  signOut: () => call("POST", "/auth/sign-out"),
  setAvailable: (available: boolean) => call("PUT", "/presence", { available }),
  conversations: (before: string | null) =>
    call<ConversationPage>("GET", `/conversations${cursor(before)}`),
  conversation: (id: string) => call<ConversationView>("GET", path(id)),
  messages: (id: string, before: string | null) =>
    call<MessagePage>("GET", `${path(id)}/messages${cursor(before)}`),
  /** The same `key` again sends nothing twice. */
  send: (id: string, draft: Draft, key: string) =>
    call<Sent>("POST", `${path(id)}/messages`, draft, { "Idempotency-Key": key }),
  sendAgain: (id: string, messageId: string) =>
    call<Sent>("POST", `${path(id)}/messages/${messageId}/resend`),
  typing: (id: string, type: "typein" | "typeout") => call("POST", `${path(id)}/typing`, { type }),
};

function path(conversationId: string): string {
  return `/conversations/${encodeURIComponent(conversationId)}`;
}

function cursor(before: string | null): string {
  return before === null ? "" : `?before=${encodeURIComponent(before)}`;
}

async function call<Answer>(
  method: string,
  target: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(base + target, {
    method,
    headers: { ...headers, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiError(0, "The gateway cannot be reached.");
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as Answer;
  const message = (answer as { error?: { message?: string } } | null)?.error?.message;
  throw new ApiError(response.status, message ?? "The gateway could not do this.");
}
