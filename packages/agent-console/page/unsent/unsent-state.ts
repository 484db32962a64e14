import type { Draft } from "../api/api.ts";
import { messageKinds } from "../conversations/message-kinds.ts";

/** Fields of a form by their names, as they were typed. */
export type FormFields = Readonly<Record<string, string>>;

/** What was changed in a form and not saved. */
export interface FormDraft {
  readonly fields: FormFields;
  /** Why it could not be saved; `null` when that was not tried. */
  readonly problem: string | null;
}

/** What the agent is writing in a conversation. */
export interface ComposerDraft {
  /** New with the first key after each message: what is sent of one draft is known again by it. */
  readonly id: string;
  readonly text: string;
  /** Epoch milliseconds of when it was changed last. */
  readonly at?: number;
  /** The form for files and places while it is open. */
  readonly media: { readonly type: string; readonly fields: FormFields } | null;
}

/** A message that the agent sent and the gateway has not confirmed. */
export interface UnsentMessage {
  /** For the gateway: the same key again sends nothing twice. */
  readonly key: string;
  readonly conversationId: string;
  readonly draftId: string;
  readonly draft: Draft;
  /** Epoch milliseconds of when it was sent first. */
  readonly at: number;
  /** `queued` behind an earlier one of its conversation. */
  readonly state: "queued" | "sending" | "failed";
  /** Why it failed; for people. */
  readonly reason: string | null;
  /** Whether the gateway may have it all the same. */
  readonly doubtful: boolean;
}

/** All that was written and that the gateway does not have yet. */
export interface UnsentState {
  /** By conversation. */
  readonly drafts: ReadonlyMap<string, ComposerDraft>;
  /** Oldest first. */
  readonly messages: readonly UnsentMessage[];
  /** By the form's name. */
  readonly forms: ReadonlyMap<string, FormDraft>;
  /** What the gateway said of the last message it took, by conversation. In this page alone. */
  readonly notices: ReadonlyMap<string, string>;
  /** False once the browser did not keep something: it is then in this page alone. */
  readonly kept: boolean;
  /** How many entries of this account cannot be read with its key. */
  readonly unreadable: number;
  /** In how many conversations something was deleted because they were erased. */
  readonly erased: number;
}

export const nothingUnsent: UnsentState = {
  drafts: new Map(),
  messages: [],
  forms: new Map(),
  notices: new Map(),
  kept: true,
  unreadable: 0,
  erased: 0,
};

/** Whether something would have to be typed again. */
export function isWritten({ text, media }: ComposerDraft): boolean {
  return text.trim() !== "" || Object.values(media?.fields ?? {}).some((field) => field !== "");
}

export type UnsentMark = "failed" | "sending" | "draft";

/** How a list marks a conversation; the most urgent first. `null`: nothing is unsent. */
export function markOf(state: UnsentState, conversationId: string): UnsentMark | null {
  const messages = messagesOf(state, conversationId);
  if (messages.some((message) => message.state === "failed")) return "failed";
  if (messages.length > 0) return "sending";
  const draft = state.drafts.get(conversationId);
  return draft !== undefined && isWritten(draft) ? "draft" : null;
}

/** What the mark is about, as a message. `null`: nothing is unsent. */
export function markedOf(state: UnsentState, conversationId: string): Draft | null {
  const messages = messagesOf(state, conversationId);
  const message = messages.find((each) => each.state === "failed") ?? messages[0];
  if (message !== undefined) return message.draft;
  const draft = state.drafts.get(conversationId);
  if (draft === undefined || !isWritten(draft)) return null;
  const { text, media } = draft;
  return media === null ? { type: "text", text } : { ...media.fields, type: media.type };
}

/** One line that stands for what an agent wrote. */
export function draftInWords({ type, text, file_name: fileName }: Draft): string {
  const words = String(text || fileName || "");
  const label = type === "text" ? "" : (messageKinds[type]?.label ?? "");
  return [label, words].filter((part) => part !== "").join(": ");
}

export function messagesOf(state: UnsentState, conversationId: string): readonly UnsentMessage[] {
  return state.messages.filter((message) => message.conversationId === conversationId);
}

/** Every conversation for which something is kept. */
export function conversationsOf({ drafts, messages }: UnsentState): readonly string[] {
  const ids = messages.map(({ conversationId }) => conversationId);
  return [...new Set([...ids, ...drafts.keys()])];
}

export interface UnsentCounts {
  readonly failed: number;
  readonly sending: number;
  readonly drafts: number;
  readonly forms: number;
}

export function countsOf({ drafts, messages, forms }: UnsentState): UnsentCounts {
  const failed = messages.filter(({ state }) => state === "failed").length;
  return {
    failed,
    sending: messages.length - failed,
    drafts: [...drafts.values()].filter(isWritten).length,
    forms: forms.size,
  };
}

/** In as few words as a title has room for; `null` when nothing is unsent. */
export function unsentInWords(counts: UnsentCounts): string | null {
  const { failed, sending, drafts, forms } = counts;
  if (failed > 0) return `${failed} not sent`;
  if (sending > 0) return "Sending…";
  if (drafts > 0) return "Draft";
  return forms > 0 ? "Not saved" : null;
}
