import { isGone } from "../../api/call.ts";
import { newDraftId } from "../message-key.ts";
import type { ComposerDraft, UnsentMessage } from "../unsent-state.ts";
import type { UnsentStore } from "../unsent-store.ts";
import type { DraftApi, SaveBody, SavedDraft } from "./draft-api.ts";
import { endOf } from "./save-failure.ts";
import { SaveTimers } from "./save-timers.ts";
import { ShownDrafts } from "./shown-drafts.ts";

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
  readonly #shown: ShownDrafts;
  /** Drafts that were written here since their last save began. */
  readonly #written = new Set<string>();
  readonly #saving = new Set<string>();
  /** Revisions of which the gateway told while a save was running. */
  readonly #told = new Map<string, number>();
  /** Drafts in which the agent typed while another text was taken: the next save keeps that text as an other one. */
  readonly #swapped = new Set<string>();
  readonly #timers: SaveTimers;
  #closed = false;

  constructor(options: DraftSyncOptions) {
    this.#options = options;
    this.#shown = new ShownDrafts(options.store, options.device, options.now);
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
    return { device: this.#options.device, revision: this.#shown.baseOf(conversationId) };
  }

  /** The whole draft became a message, which ends the gateway's copy. */
  sent(conversationId: string): void {
    this.#timers.cancel(conversationId);
    this.#written.delete(conversationId);
  }

  /** The agent discarded a message. Its text must not come back as a draft. */
  discarded({ conversationId, draftId, from }: UnsentMessage): void {
    if (from === undefined || this.#shown.draftOf(conversationId) !== undefined) return;
    const body = { id: draftId, device: from.device, base: from.revision, text: "", media: null };
    this.#ask(conversationId, body, () => {}, true).catch(() => undefined);
  }

  /** After the page was opened, and after every reconnect. */
  async start(): Promise<void> {
    const views = await this.#options.api.list().catch(() => null);
    if (views === null || this.#closed) return;
    const known = new Map(views.map((view) => [view.conversationId, view]));
    const { drafts, others } = this.#options.store.getState();
    for (const id of new Set([...known.keys(), ...drafts.keys(), ...others.keys()])) {
      const draft = this.#shown.draftOf(id);
      const isBehind =
        draft !== undefined && (draft.revision ?? 0) > (known.get(id)?.revision ?? 0);
      const isOwn = this.#written.has(id) || this.#shown.isOwn(id);
      // A gateway that was restored from a backup is behind.
      if (isOwn || (isBehind && known.has(id))) this.wrote(id);
      else this.#shown.take(id, known.get(id) ?? null);
    }
  }

  /** The gateway tells that a draft has this revision. */
  heard(conversationId: string, revision: number): void {
    if (this.#saving.has(conversationId)) this.#told.set(conversationId, revision);
    else if (revision > this.#shown.baseOf(conversationId)) void this.#look(conversationId);
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
    const other = this.#shown.othersOf(conversationId).find((each) => each.revision === revision);
    if (other === undefined) return;
    const { text, media } = other;
    const body = { ...this.#shown.bodyOf(conversationId), text, media, without: revision };
    await this.#ask(conversationId, { ...body, keepsShown: true }, (answer) => {
      if (this.#takeUnlessWritten(conversationId, answer)) return;
      this.#swapped.add(conversationId);
    });
  }

  /** Deletes another device's text. @throws ApiError */
  async drop(conversationId: string, revision: number): Promise<void> {
    if (!(await this.#settle(conversationId))) return;
    const body = { ...this.#shown.bodyOf(conversationId), without: revision };
    await this.#ask(conversationId, body, (answer) => {
      this.#takeUnlessWritten(conversationId, answer);
    });
  }

  /** What was written during the request stays. @returns whether nothing was. */
  #takeUnlessWritten(conversationId: string, answer: SavedDraft): boolean {
    const isWritten = this.#written.has(conversationId);
    if (isWritten) this.#shown.note(answer);
    else this.#shown.take(conversationId, answer);
    return !isWritten;
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
    // A failed save is repeated later.
    await this.#saveShown(conversationId, isLast).catch(() => undefined);
  }

  #saveShown(conversationId: string, isLast = false): Promise<void> {
    const draft = this.#shown.draftOf(conversationId);
    const keepsShown = this.#swapped.has(conversationId);
    const body = { ...this.#shown.bodyOf(conversationId), ...(keepsShown && { keepsShown }) };
    const take = (answer: SavedDraft): void => this.#saved(conversationId, draft, answer);
    return this.#ask(conversationId, body, take, isLast);
  }

  /** After a save: what was written or told meanwhile. */
  #goOn(conversationId: string): void {
    if (this.#closed) return;
    const told = this.#told.get(conversationId) ?? 0;
    this.#told.delete(conversationId);
    if (this.#written.has(conversationId)) this.#timers.set(conversationId, saveMs);
    else if (told > this.#shown.baseOf(conversationId)) void this.#look(conversationId);
  }

  #saved(conversationId: string, draft: ComposerDraft | undefined, answer: SavedDraft): void {
    if (this.#closed) return;
    const { store } = this.#options;
    const { saved, revision } = answer;
    this.#shown.note(answer);
    this.#swapped.delete(conversationId);
    const now = this.#shown.draftOf(conversationId);
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
      const isNews = view.revision > this.#shown.baseOf(conversationId);
      const isOwn = this.#shown.isOwn(conversationId);
      // What is being written here comes first. Its save meets the other text.
      if (this.#closed || isOwn || !isNews || this.#isBusy(conversationId)) return;
      this.#shown.take(conversationId, view);
    } catch (error) {
      if (isGone(error)) this.erased(conversationId);
    }
  }

  #isBusy(conversationId: string): boolean {
    return this.#written.has(conversationId) || this.#saving.has(conversationId);
  }

  /** Saves what was written here. @returns whether the gateway has it all. @throws ApiError */
  async #settle(conversationId: string): Promise<boolean> {
    if (this.#saving.has(conversationId)) return false;
    if (!this.#written.has(conversationId)) return true;
    this.#timers.cancel(conversationId);
    this.#written.delete(conversationId);
    await this.#saveShown(conversationId);
    return !this.#written.has(conversationId);
  }

  /** Asks the gateway, hands its answer over, and goes on with what came meanwhile. @throws ApiError */
  async #ask(
    conversationId: string,
    body: SaveBody,
    take: (answer: SavedDraft) => void,
    isLast = false,
  ): Promise<void> {
    this.#saving.add(conversationId);
    try {
      take(await this.#options.api.save(conversationId, body, isLast));
    } catch (error) {
      this.#failed(conversationId, error);
      throw error;
    } finally {
      this.#saving.delete(conversationId);
      this.#goOn(conversationId);
    }
  }
}
