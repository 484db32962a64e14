import type { OtherText } from "../../src/drafts/draft.ts";
import type { Draft } from "../api/api.ts";

/** Values of a form's fields, by name. */
export type FormFields = Readonly<Record<string, string>>;

/** Unsaved changes of a form. */
export interface FormDraft {
  readonly fields: FormFields;
  /** Why saving failed; `null` when it was not tried. */
  readonly problem: string | null;
}

/** What the agent is writing in a conversation. */
export interface ComposerDraft {
  /** New with the first key press after each message. The idempotency key contains it. */
  readonly id: string;
  readonly text: string;
  /** Time of the last change in epoch milliseconds. */
  readonly at?: number;
  /** The revision of the gateway's copy that this text is based on. Absent: the gateway had none. */
  readonly revision?: number;
  /** Whether the gateway has this very text, under that revision. */
  readonly isSaved?: boolean;
  /** The open form for files and places. */
  readonly media: { readonly type: string; readonly fields: FormFields } | null;
}

/** A message that the agent sent and the gateway has not confirmed. */
export interface UnsentMessage {
  /** Idempotency key: repeating it sends the message only once. */
  readonly key: string;
  readonly conversationId: string;
  readonly draftId: string;
  readonly draft: Draft;
  /** Time of the first attempt in epoch milliseconds. */
  readonly at: number;
  /** `queued`: waits for an earlier message of its conversation. */
  readonly state: "queued" | "sending" | "failed";
  /** Why it failed, for people. */
  readonly reason: string | null;
  /** Whether the gateway may have stored it. */
  readonly doubtful: boolean;
  /** The browser that wrote the draft, and its last revision. Older pages leave it out. */
  readonly from?: { readonly device: string; readonly revision: number };
}

/** Everything written that the gateway does not have yet. */
export interface UnsentState {
  /** By conversation. */
  readonly drafts: ReadonlyMap<string, ComposerDraft>;
  /** Texts of other devices that this one's have replaced, by conversation. Not stored. */
  readonly others: ReadonlyMap<string, readonly OtherText[]>;
  /** Oldest first. */
  readonly messages: readonly UnsentMessage[];
  /** Conversations that another agent app answers, and that may not be read. Not stored. */
  readonly away: ReadonlySet<string>;
  /** By the form's name. */
  readonly forms: ReadonlyMap<string, FormDraft>;
  /** The gateway's note on the last message, by conversation. Not stored. */
  readonly notices: ReadonlyMap<string, string>;
  /** False once the browser failed to store something. That is then in this page only. */
  readonly kept: boolean;
  /** Number of this account's entries that its key cannot open. */
  readonly unreadable: number;
  /** Number of erased conversations whose texts were deleted. */
  readonly erased: number;
}

export const nothingUnsent: UnsentState = {
  drafts: new Map(),
  others: new Map(),
  messages: [],
  away: new Set(),
  forms: new Map(),
  notices: new Map(),
  kept: true,
  unreadable: 0,
  erased: 0,
};

/** Whether it contains anything that the agent would have to type again. */
export function isWritten({ text, media }: ComposerDraft): boolean {
  return text.trim() !== "" || Object.values(media?.fields ?? {}).some((field) => field !== "");
}

export type UnsentMark = "failed" | "sending" | "draft";

/** Mark of a conversation in the list, the most urgent first. `null`: nothing is unsent. */
export function markOf(state: UnsentState, conversationId: string): UnsentMark | null {
  const messages = messagesOf(state, conversationId);
  if (messages.some((message) => message.state === "failed")) return "failed";
  if (messages.length > 0) return "sending";
  const draft = state.drafts.get(conversationId);
  return draft !== undefined && isWritten(draft) ? "draft" : null;
}

/** The text that the mark stands for, as a message. `null`: nothing is unsent. */
export function markedOf(state: UnsentState, conversationId: string): Draft | null {
  const messages = messagesOf(state, conversationId);
  const message = messages.find((each) => each.state === "failed") ?? messages[0];
  if (message !== undefined) return message.draft;
  const draft = state.drafts.get(conversationId);
  if (draft === undefined || !isWritten(draft)) return null;
  const { text, media } = draft;
  return media === null ? { type: "text", text } : { ...media.fields, type: media.type };
}

export function messagesOf(state: UnsentState, conversationId: string): readonly UnsentMessage[] {
  return state.messages.filter((message) => message.conversationId === conversationId);
}

/** Every conversation with a draft or an unsent message. */
export function conversationsOf({ drafts, messages }: UnsentState): readonly string[] {
  const ids = messages.map(({ conversationId }) => conversationId);
  return [...new Set([...ids, ...drafts.keys()])];
}

/** Conversations that the agent has written something for and cannot open any more. */
export function leftBehind(state: UnsentState): readonly string[] {
  return conversationsOf(state).filter((id) => state.away.has(id) && markOf(state, id) !== null);
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

/** A short text for the page's title; `null` when nothing is unsent. */
export function unsentInWords(counts: UnsentCounts): string | null {
  const { failed, sending, drafts, forms } = counts;
  if (failed > 0) return `${failed} not sent`;
  if (sending > 0) return "Sending…";
  if (drafts > 0) return "Draft";
  return forms > 0 ? "Not saved" : null;
}
