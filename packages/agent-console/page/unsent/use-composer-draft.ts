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
  const { store, queue, drafts } = useUnsent();
  const draft = useUnsentState(({ drafts }) => drafts.get(conversationId));
  const { id, text, media } = draft ?? { id: null, text: "", media: null };

  const write = (change: Partial<ComposerDraft>): void => {
    const base = draft?.revision === undefined ? {} : { revision: draft.revision };
    const next = { id: id ?? newDraftId(), text, media, at: Date.now(), ...base, ...change };
    store.setDraft(conversationId, next.text === "" && next.media === null ? null : next);
    drafts.wrote(conversationId);
  };
  /** Stores the messages before the draft is cleared. Text that stays in the composer is a new draft. */
  const send = (messages: readonly Draft[], rest: Pick<ComposerDraft, "text" | "media">): void => {
    const draftId = id ?? newDraftId();
    store.setNotice(conversationId, null);
    const origin = drafts.originOf(conversationId);
    for (const [at, message] of messages.entries()) {
      // The first part ends the draft: all parts are stored in this browser by then.
      queue.submit(conversationId, partId(draftId, at), message, at === 0 ? origin : undefined);
    }
    const isOver = rest.text === "" && rest.media === null;
    // The message ends the gateway's copy. A save of nothing could overtake it.
    if (isOver) store.setDraft(conversationId, null);
    else write({ ...rest, id: newDraftId() });
    if (isOver) drafts.sent(conversationId);
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
