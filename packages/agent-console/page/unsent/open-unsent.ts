import { api } from "../api/api.ts";
import { hexToBytes } from "@noble/ciphers/utils.js";
import { deviceIn } from "./drafts/device.ts";
import { draftApi } from "./drafts/draft-api.ts";
import { DraftSync } from "./drafts/draft-sync.ts";
import { listenToLeave } from "./page-leave.ts";
import { removeOldTexts } from "./old-texts.ts";
import { SealedStorage, type TextStorage } from "./sealed-storage.ts";
import { SendQueue } from "./send-queue.ts";
import { countsOf, unsentInWords } from "./unsent-state.ts";
import { UnsentStore } from "./unsent-store.ts";
import { warningsInWords } from "../conversations/composer/warning-words.ts";

/** An account's unsent texts, for the time of its session. */
export interface Unsent {
  readonly store: UnsentStore;
  readonly queue: SendQueue;
  readonly drafts: DraftSync;
  close(): void;
}

/** `key`: from the gateway. Without a valid key, texts are kept in this page only. */
export function openUnsent(accountId: string, key: unknown, onSignedOut: () => void): Unsent {
  const bytes = isKey(key) ? hexToBytes(key) : null;
  const storage = bytes === null ? null : storageOfBrowser();
  removeOldTexts(storage, accountId, Date.now());
  const store = new UnsentStore(
    new SealedStorage({ storage, accountId, key: bytes ?? new Uint8Array(32), now: Date.now }),
  );
  bytes?.fill(0);
  const queue = new SendQueue({
    store,
    send: ({ conversationId, draft, key: messageKey, draftId, from }) =>
      api.send(
        conversationId,
        draft,
        messageKey,
        from === undefined ? null : `${draftId} ${from.device} ${from.revision}`,
      ),
    onSent: ({ conversationId }, { warnings }) => {
      // A further part of a long text must not hide the notice on an earlier one.
      if (warnings.length > 0) store.setNotice(conversationId, warningsInWords(warnings));
    },
    now: Date.now,
    onSignedOut,
    later,
  });
  const drafts = new DraftSync({
    store,
    api: draftApi,
    device: deviceIn(storageOfBrowser()),
    now: Date.now,
    later,
    onSignedOut,
  });
  const stop = listen(store, queue, drafts);
  queue.resume();
  return {
    store,
    queue,
    drafts,
    close() {
      stop();
      drafts.close();
      queue.close();
      store.close();
    },
  };
}

function later(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

/** Listens to changes by other tabs, and warns before the page is left with unsent text. */
function listen(store: UnsentStore, queue: SendQueue, drafts: DraftSync): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === null) return;
    store.hear(key);
    queue.watch();
  };
  const onOnline = (): void => queue.reconnected();
  // A hidden page may be closed without a word.
  const onHide = (): void => drafts.flush();
  const onHidden = (): void => {
    if (document.hidden) drafts.flush();
  };
  document.addEventListener("visibilitychange", onHidden);
  window.addEventListener("pagehide", onHide);
  window.addEventListener("storage", onStorage);
  window.addEventListener("online", onOnline);
  const stop = listenToLeave({
    window,
    isUnsent: () => unsentInWords(countsOf(store.getState())) !== null,
    isKept: () => store.getState().kept,
    reload: () => window.location.reload(),
  });
  return () => {
    stop();
    document.removeEventListener("visibilitychange", onHidden);
    window.removeEventListener("pagehide", onHide);
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("online", onOnline);
  };
}

function isKey(key: unknown): key is string {
  return typeof key === "string" && /^[0-9a-f]{64}$/.test(key);
}

/** `null` when the browser has none, or blocks it. */
function storageOfBrowser(): TextStorage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
