import type { Draft } from "../api/api.ts";
import { newDraftId } from "./message-key.ts";
import { useUnsent, useUnsentState } from "./unsent-context.ts";
import type { ComposerDraft } from "./unsent-state.ts";

export interface ComposerDraftHandle {
  readonly text: string;
  readonly media: ComposerDraft["media"];
  readonly writeText: (text: string) => void;
  /** `null` closes the form. */
  readonly writeMedia: (media: ComposerDraft["media"]) => void;
  readonly sendText: () => void;
  readonly sendMedia: (draft: Draft) => void;
}

/** The draft of a conversation. Stored from the first key press; moved to the queue when sent. */
export function useComposerDraft(conversationId: string): ComposerDraftHandle {
  const { store, queue } = useUnsent();
  const draft = useUnsentState(({ drafts }) => drafts.get(conversationId));
  const { id, text, media } = draft ?? { id: null, text: "", media: null };

  const write = (change: Partial<ComposerDraft>): void => {
    const next = { id: id ?? newDraftId(), text, media, at: Date.now(), ...change };
    store.setDraft(conversationId, next.text === "" && next.media === null ? null : next);
  };
  /** Stores the message before the draft is cleared. Text that stays in the composer is a new draft. */
  const send = (message: Draft, rest: Pick<ComposerDraft, "text" | "media">): void => {
    store.setNotice(conversationId, null);
    queue.submit(conversationId, id ?? newDraftId(), message);
    write({ ...rest, id: newDraftId() });
  };

  return {
    text,
    media,
    writeText: (next) => write({ text: next }),
    writeMedia: (next) => write({ media: next }),
    sendText: () => {
      if (text.trim() !== "") send({ type: "text", text }, { text: "", media });
    },
    sendMedia: (message) => send(message, { text, media: null }),
  };
}
