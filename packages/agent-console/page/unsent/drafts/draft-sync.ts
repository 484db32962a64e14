import type { DraftView } from "../../../src/drafts/draft-view.ts";
import { isGone } from "../../api/call.ts";
import { newDraftId } from "../message-key.ts";
import { type ComposerDraft, messagesOf, type UnsentMessage } from "../unsent-state.ts";
import type { UnsentStore } from "../unsent-store.ts";
import type { DraftApi, SaveBody, SavedDraft } from "./draft-api.ts";
import { endOf } from "./save-failure.ts";
import { SaveTimers } from "./save-timers.ts";

export interface DraftSyncOptions {
  readonly store: UnsentStore;
  readonly api: DraftApi;
  /** The browser, the same in all its tabs. */
  readonly device: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Calls `work` once after `ms`. Returns the function that cancels it. */
  readonly later: (work: () => void, ms: number) => () => void;
  readonly onSignedOut: () => void;
}

/** What the gateway has to know of the draft that a message is sent from. */
export type DraftOrigin = NonNullable<UnsentMessage["from"]>;

const saveMs = 1_000;
const againMs = 5_000;

/**
 * Copies drafts to the gateway, and takes over those of the agent's other devices. The page's own copy comes first: a
 * draft that the gateway does not have yet is never replaced. One save of a draft runs at a time.
 */
export class DraftSync {
  readonly #options: DraftSyncOptions;
  /** The revision of the gateway's copy that the shown text is based on, by conversation. */
  readonly #bases = new Map<string, number>();
  /** Drafts that were written here since their last save began. */
  readonly #written = new Set<string>();
  readonly #saving = new Set<string>();
  /** Revisions of which the gateway told while a save was running. */
  readonly #told = new Map<string, number>();
  readonly #timers: SaveTimers;
  #closed = false;

  constructor(options: DraftSyncOptions) {
    this.#options = options;
    this.#timers = new SaveTimers(options.later, (id) => void this.#save(id, false));
  }

  /** The agent changed the draft. Saves it soon. */
  wrote(conversationId: string): void {
    this.#written.add(conversationId);
    this.#timers.set(conversationId, saveMs);
  }

  /** Saves at once what waits: the page may be closed. */
  flush(): void {
    for (const id of this.#written) void this.#save(id, true);
  }

  /** For the message that is sent from this draft. */
  originOf(conversationId: string): DraftOrigin {
    return { device: this.#options.device, revision: this.#baseOf(conversationId) };
  }

  /** The whole draft became a message, which ends the gateway's copy. */
  sent(conversationId: string): void {
    this.#timers.cancel(conversationId);
    this.#written.delete(conversationId);
  }

  /** The agent discarded a message. Its text must not come back as a draft. */
  discarded({ conversationId, draftId, from }: UnsentMessage): void {
    if (from === undefined || this.#draftOf(conversationId) !== undefined) return;
    const body = { id: draftId, device: from.device, base: from.revision, text: "", media: null };
    this.#ask(conversationId, body, true).catch(() => undefined);
  }

  /** After the page was opened, and after every reconnect. */
  async start(): Promise<void> {
    const views = await this.#options.api.list().catch(() => null);
    if (views === null || this.#closed) return;
    const known = new Map(views.map((view) => [view.conversationId, view]));
    const { drafts, others } = this.#options.store.getState();
    for (const id of new Set([...known.keys(), ...drafts.keys(), ...others.keys()])) {
      const draft = this.#draftOf(id);
      const isBehind =
        draft !== undefined && (draft.revision ?? 0) > (known.get(id)?.revision ?? 0);
      const isOwn = this.#written.has(id) || (draft !== undefined && draft.isSaved !== true);
      // A gateway that was restored from a backup is behind.
      if (isOwn || (isBehind && known.has(id))) this.wrote(id);
      else this.#take(id, known.get(id) ?? null);
    }
  }

  /** The gateway tells that a draft has this revision. */
  heard(conversationId: string, revision: number): void {
    if (this.#saving.has(conversationId)) this.#told.set(conversationId, revision);
    else if (revision > this.#baseOf(conversationId)) void this.#look(conversationId);
  }

  /** The conversation was erased. */
  erased(conversationId: string): void {
    this.#timers.cancel(conversationId);
    this.#written.delete(conversationId);
    this.#options.store.removeConversation(conversationId);
  }

  /** Shows another device's text, and keeps the shown one in its place. @throws ApiError */
  async swap(conversationId: string, revision: number): Promise<void> {
    if (!(await this.#settle(conversationId))) return;
    const other = this.#othersOf(conversationId).find((each) => each.revision === revision);
    if (other === undefined) return;
    const { text, media } = other;
    const body = { ...this.#bodyOf(conversationId), text, media, without: revision };
    this.#take(conversationId, await this.#ask(conversationId, { ...body, keepsShown: true }));
  }

  /** Deletes another device's text. @throws ApiError */
  async drop(conversationId: string, revision: number): Promise<void> {
    if (!(await this.#settle(conversationId))) return;
    const body = { ...this.#bodyOf(conversationId), without: revision };
    this.#take(conversationId, await this.#ask(conversationId, body));
  }

  close(): void {
    this.flush();
    this.#closed = true;
    this.#timers.close();
  }

  async #save(conversationId: string, isLast: boolean): Promise<void> {
    if (this.#closed || this.#saving.has(conversationId)) return;
    this.#timers.cancel(conversationId);
    this.#written.delete(conversationId);
    this.#saving.add(conversationId);
    const draft = this.#draftOf(conversationId);
    try {
      const body = this.#bodyOf(conversationId);
      this.#saved(
        conversationId,
        draft,
        await this.#options.api.save(conversationId, body, isLast),
      );
    } catch (error) {
      this.#failed(conversationId, error);
    } finally {
      this.#saving.delete(conversationId);
      this.#afterSave(conversationId);
    }
  }

  /** Saves what was written meanwhile, or reads what another device has saved meanwhile. */
  #afterSave(conversationId: string): void {
    const told = this.#told.get(conversationId) ?? 0;
    this.#told.delete(conversationId);
    if (this.#closed) return;
    if (this.#written.has(conversationId)) this.#timers.set(conversationId, saveMs);
    else if (told > this.#baseOf(conversationId)) void this.#look(conversationId);
  }

  #saved(conversationId: string, draft: ComposerDraft | undefined, answer: SavedDraft): void {
    if (this.#closed) return;
    const { store } = this.#options;
    const { saved, revision, others } = answer;
    this.#bases.set(conversationId, revision);
    store.setOthers(conversationId, others);
    const now = this.#draftOf(conversationId);
    if (now === undefined) return;
    if (saved && now === draft) store.setDraft(conversationId, { ...now, revision, isSaved: true });
    if (saved || now.id !== draft?.id) return;
    // It was sent from another device, before what was added here: that is a new draft.
    store.setDraft(conversationId, { ...now, id: newDraftId(), revision });
    this.wrote(conversationId);
  }

  #failed(conversationId: string, error: unknown): void {
    if (this.#closed) return;
    const end = endOf(error);
    if (end === "erased") return this.erased(conversationId);
    // Text that is too long, for instance, stays in this browser only.
    if (end === "refused") return;
    this.#written.add(conversationId);
    if (end === "signed-out") this.#options.onSignedOut();
    else this.#timers.set(conversationId, againMs);
  }

  async #look(conversationId: string): Promise<void> {
    try {
      const view = await this.#options.api.find(conversationId);
      const isNews = view.revision > this.#baseOf(conversationId);
      const draft = this.#draftOf(conversationId);
      const isOwn = draft !== undefined && draft.isSaved !== true;
      // What is being written here comes first. Its save meets the other text.
      if (this.#closed || isOwn || !isNews || this.#isBusy(conversationId)) return;
      this.#take(conversationId, view);
    } catch (error) {
      if (isGone(error)) this.erased(conversationId);
    }
  }

  #isBusy(conversationId: string): boolean {
    return this.#written.has(conversationId) || this.#saving.has(conversationId);
  }

  /** Shows the gateway's copy. `null`: it has none. */
  #take(conversationId: string, view: DraftView | null): void {
    const { store, now } = this.#options;
    if (view !== null) this.#bases.set(conversationId, view.revision);
    store.setOthers(conversationId, view?.others ?? []);
    const shown = this.#draftOf(conversationId);
    const draft = view?.draft ?? null;
    const messages = messagesOf(store.getState(), conversationId);
    // A message of this draft waits here for the gateway.
    const isSent = messages.some(({ draftId }) => draftId === draft?.id);
    if (draft === null || isSent) {
      if (shown !== undefined) store.setDraft(conversationId, null);
      return;
    }
    const revision = view?.revision ?? 0;
    if (shown?.text === draft.text && shown.revision === revision) return;
    store.setDraft(conversationId, { ...draft, at: now(), revision, isSaved: true });
  }

  /** Saves what was written here. @returns whether the gateway has it all. @throws ApiError */
  async #settle(conversationId: string): Promise<boolean> {
    if (this.#saving.has(conversationId)) return false;
    if (!this.#written.has(conversationId)) return true;
    this.#timers.cancel(conversationId);
    this.#written.delete(conversationId);
    const draft = this.#draftOf(conversationId);
    const answer = await this.#ask(conversationId, this.#bodyOf(conversationId));
    this.#saved(conversationId, draft, answer);
    return !this.#written.has(conversationId);
  }

  async #ask(conversationId: string, body: SaveBody, isLast = false): Promise<SavedDraft> {
    this.#saving.add(conversationId);
    try {
      return await this.#options.api.save(conversationId, body, isLast);
    } catch (error) {
      this.#failed(conversationId, error);
      throw error;
    } finally {
      this.#saving.delete(conversationId);
    }
  }

  #bodyOf(conversationId: string): SaveBody {
    const { id, text, media } = this.#draftOf(conversationId) ?? emptyDraft();
    const base = this.#baseOf(conversationId);
    return { id, device: this.#options.device, base, text, media };
  }

  #baseOf(conversationId: string): number {
    const known = this.#bases.get(conversationId) ?? 0;
    return Math.max(known, this.#draftOf(conversationId)?.revision ?? 0);
  }

  #draftOf(conversationId: string): ComposerDraft | undefined {
    return this.#options.store.getState().drafts.get(conversationId);
  }

  #othersOf(conversationId: string) {
    return this.#options.store.getState().others.get(conversationId) ?? [];
  }
}

function emptyDraft(): ComposerDraft {
  return { id: newDraftId(), text: "", media: null };
}
