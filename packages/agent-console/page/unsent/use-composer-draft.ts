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
  /** Sends these texts as messages, in order. */
  readonly sendTexts: (texts: readonly string[]) => void;
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
  /** Stores the messages before the draft is cleared. Text that stays in the composer is a new draft. */
  const send = (messages: readonly Draft[], rest: Pick<ComposerDraft, "text" | "media">): void => {
    const draftId = id ?? newDraftId();
    store.setNotice(conversationId, null);
    for (const [at, message] of messages.entries()) {
      queue.submit(conversationId, partId(draftId, at), message);
    }
    write({ ...rest, id: newDraftId() });
  };

  return {
    text,
    media,
    writeText: (next) => write({ text: next }),
    writeMedia: (next) => write({ media: next }),
    sendTexts: (texts) =>
      send(
        texts.map((part) => ({ type: "text", text: part })),
        { text: "", media },
      ),
    sendMedia: (message) => send([message], { text, media: null }),
  };
}

/** Equal parts of one draft are different messages. Every tab gives a part the same id. */
function partId(draftId: string, at: number): string {
  return at === 0 ? draftId : `${draftId}.${at}`;
}
