import type { SealedStorage } from "./sealed-storage.ts";
import type { OtherText } from "../../src/drafts/draft.ts";
import {
  type ComposerDraft,
  conversationsOf,
  type FormDraft,
  messagesOf,
  nothingUnsent,
  type UnsentMessage,
  type UnsentState,
} from "./unsent-state.ts";

type Kind = "draft" | "message" | "form";

/**
 * Unsent texts, in the page and in the browser's storage. All tabs of an account share them. The last tab to write a
 * draft wins.
 */
export class UnsentStore {
  readonly #storage: SealedStorage;
  readonly #listeners = new Set<() => void>();
  /** Names of entries that the browser did not store. */
  readonly #notKept = new Set<string>();
  /** Names of entries written with another key. */
  readonly #unreadable = new Set<string>();
  #state: UnsentState = nothingUnsent;
  #closed = false;

  constructor(storage: SealedStorage) {
    this.#storage = storage;
    for (const name of storage.names()) this.#load(name);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): UnsentState => this.#state;

  /** `null`: there is no draft any more. */
  setDraft(conversationId: string, draft: ComposerDraft | null): void {
    const drafts = changed(this.#state.drafts, conversationId, draft);
    this.#keep("draft", conversationId, draft, { drafts });
  }

  setOthers(conversationId: string, others: readonly OtherText[]): void {
    const known = this.#state.others.get(conversationId) ?? [];
    if (known.length + others.length === 0) return;
    const value = others.length === 0 ? null : others;
    this.#change({ ...this.#state, others: changed(this.#state.others, conversationId, value) });
  }

  setMessage(message: UnsentMessage): void {
    this.#keep("message", message.key, message, { messages: this.#with(message) });
  }

  removeMessage(key: string): void {
    this.#keep("message", key, null, { messages: this.#withoutMessage(key) });
  }

  /** `null`: the form was saved, or its changes were discarded. */
  setForm(name: string, draft: FormDraft | null): void {
    const forms = changed(this.#state.forms, name, draft);
    this.#keep("form", name, draft, { forms });
  }

  setNotice(conversationId: string, text: string | null): void {
    const notices = changed(this.#state.notices, conversationId, text);
    this.#change({ ...this.#state, notices });
  }

  /** Whether another agent app answers the conversation, and it may not be read. Its texts stay. */
  setAway(conversationId: string, isAway: boolean): void {
    if (this.#state.away.has(conversationId) === isAway) return;
    const away = new Set(this.#state.away);
    if (isAway) away.add(conversationId);
    else away.delete(conversationId);
    this.#change({ ...this.#state, away });
  }

  /** The conversation was erased, so all its texts are deleted. */
  removeConversation(conversationId: string): void {
    this.setOthers(conversationId, []);
    if (!conversationsOf(this.#state).includes(conversationId)) return;
    for (const { key } of messagesOf(this.#state, conversationId)) this.removeMessage(key);
    this.setDraft(conversationId, null);
    this.#change({ ...this.#state, erased: this.#state.erased + 1 });
  }

  /** The agent has read the notice about erased conversations. */
  dismissErased(): void {
    this.#change({ ...this.#state, erased: 0 });
  }

  /** The agent has read that texts cannot be opened. Keep them: a restored secret may open them. */
  keepUnreadable(): void {
    this.#unreadable.clear();
    this.#change({ ...this.#state, unreadable: 0 });
  }

  /** Deletes only what still cannot be opened: another tab may have written meanwhile. */
  deleteUnreadable(): void {
    for (const name of this.#unreadable) {
      if (this.#storage.read(name) === undefined) this.#storage.remove(name);
    }
    this.keepUnreadable();
  }

  /** Another tab changed this storage entry. */
  hear(entry: string): void {
    const name = this.#storage.nameOf(entry);
    if (name !== null) this.#load(name);
  }

  /** The session has ended. From now on no text can be read. */
  close(): void {
    this.#storage.close();
    this.#change(nothingUnsent);
    this.#closed = true;
    this.#listeners.clear();
  }

  #keep(kind: Kind, id: string, value: unknown, change: Partial<UnsentState>): void {
    const name = nameOf(kind, id);
    this.#notKept.delete(name);
    this.#unreadable.delete(name);
    if (value === null) this.#storage.remove(name);
    else if (!this.#storage.write(name, value)) this.#notKept.add(name);
    this.#change({
      ...this.#state,
      ...change,
      kept: this.#notKept.size === 0,
      unreadable: this.#unreadable.size,
    });
  }

  #load(name: string): void {
    const [kind = "", part = ""] = name.split("/", 2);
    const id = decodeURIComponent(part);
    const value = this.#storage.read(name);
    const { drafts, forms } = this.#state;
    const isUnreadable = value === undefined && this.#storage.names().includes(name);
    if (isUnreadable) this.#unreadable.add(name);
    else this.#unreadable.delete(name);
    this.#change({ ...this.#state, unreadable: this.#unreadable.size });
    if (isUnreadable) return;
    if (kind === "draft") {
      this.#change({ ...this.#state, drafts: changed(drafts, id, value as ComposerDraft) });
    } else if (kind === "form") {
      this.#change({ ...this.#state, forms: changed(forms, id, value as FormDraft) });
    } else if (kind === "message") {
      const messages =
        value === undefined ? this.#withoutMessage(id) : this.#with(value as UnsentMessage);
      this.#change({ ...this.#state, messages });
    }
  }

  #with(message: UnsentMessage): readonly UnsentMessage[] {
    const all = [...this.#withoutMessage(message.key), message];
    return all.sort((one, other) => one.at - other.at || one.key.localeCompare(other.key));
  }

  #withoutMessage(key: string): readonly UnsentMessage[] {
    return this.#state.messages.filter((message) => message.key !== key);
  }

  #change(state: UnsentState): void {
    if (this.#closed) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** A copy with this value set, or removed when it is absent. */
function changed<Value>(
  old: ReadonlyMap<string, Value>,
  key: string,
  value: Value | null | undefined,
): ReadonlyMap<string, Value> {
  const copy = new Map(old);
  if (value === null || value === undefined) copy.delete(key);
  else copy.set(key, value);
  return copy;
}

function nameOf(kind: Kind, id: string): string {
  return `${kind}/${encodeURIComponent(id)}`;
}
