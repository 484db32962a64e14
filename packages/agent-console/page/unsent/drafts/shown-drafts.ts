import type { OtherText } from "../../../src/drafts/draft.ts";
import type { DraftView } from "../../../src/drafts/draft-view.ts";
import { newDraftId } from "../message-key.ts";
import { type ComposerDraft, messagesOf } from "../unsent-state.ts";
import type { UnsentStore } from "../unsent-store.ts";
import type { SaveBody } from "./draft-api.ts";

/** The drafts that the page shows, and the revisions of the gateway's copies that they are based on. */
export class ShownDrafts {
  readonly #store: UnsentStore;
  readonly #device: string;
  readonly #now: () => number;
  readonly #bases = new Map<string, number>();

  constructor(store: UnsentStore, device: string, now: () => number) {
    this.#store = store;
    this.#device = device;
    this.#now = now;
  }

  draftOf(conversationId: string): ComposerDraft | undefined {
    return this.#store.getState().drafts.get(conversationId);
  }

  othersOf(conversationId: string): readonly OtherText[] {
    return this.#store.getState().others.get(conversationId) ?? [];
  }

  baseOf(conversationId: string): number {
    const known = this.#bases.get(conversationId) ?? 0;
    return Math.max(known, this.draftOf(conversationId)?.revision ?? 0);
  }

  /** Whether the gateway lacks what is shown. */
  isOwn(conversationId: string): boolean {
    const draft = this.draftOf(conversationId);
    return draft !== undefined && draft.isSaved !== true;
  }

  bodyOf(conversationId: string): SaveBody {
    const { id, text, media } = this.draftOf(conversationId) ?? emptyDraft();
    const base = this.baseOf(conversationId);
    return { id, device: this.#device, base, text, media };
  }

  /** Notes what the gateway has, and shows the other texts. */
  note({ conversationId, revision, others }: DraftView): void {
    this.#bases.set(conversationId, revision);
    this.#store.setOthers(conversationId, others);
  }

  /** Shows the gateway's copy. `null`: it has none. */
  take(conversationId: string, view: DraftView | null): void {
    if (view === null) this.#store.setOthers(conversationId, []);
    else this.note(view);
    const shown = this.draftOf(conversationId);
    const draft = view?.draft ?? null;
    const messages = messagesOf(this.#store.getState(), conversationId);
    // A message of this draft waits here for the gateway.
    const isSent = messages.some(({ draftId }) => draftId === draft?.id);
    if (draft === null || isSent) {
      if (shown !== undefined) this.#store.setDraft(conversationId, null);
      return;
    }
    const revision = view?.revision ?? 0;
    if (shown?.text === draft.text && shown.revision === revision) return;
    const next = { ...draft, at: this.#now(), revision, isSaved: true };
    this.#store.setDraft(conversationId, next);
  }
}

function emptyDraft(): ComposerDraft {
  return { id: newDraftId(), text: "", media: null };
}
