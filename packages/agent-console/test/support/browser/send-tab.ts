import type { Draft } from "../../../page/api/api.ts";
import { SealedStorage } from "../../../page/unsent/sealed-storage.ts";
import { type Confirmation, SendQueue } from "../../../page/unsent/send-queue.ts";
import { UnsentStore } from "../../../page/unsent/unsent-store.ts";
import { MemoryTextStorage } from "./text-storage.ts";

/** State shared by the tabs of one browser: its storage, and manual time. */
export const browser = { storage: new MemoryTextStorage(), now: 0 };

export function newBrowser(): void {
  browser.storage = new MemoryTextStorage();
  browser.now = 1_000;
}

export interface Asked {
  readonly conversationId: string;
  readonly text: unknown;
  readonly key: string;
  answer(error?: Error): Promise<void>;
}

export interface Tab {
  readonly store: UnsentStore;
  readonly queue: SendQueue;
  /** Calls to the gateway, in order. */
  readonly asked: Asked[];
  readonly confirmed: string[];
  /** Pending timers with their delays. */
  readonly later: { readonly ms: number; readonly work: () => void }[];
  /** How often the gateway said that the session has ended. */
  readonly signedOut: string[];
}

/** A page with the browser's storage and a scripted gateway. */
export function openTab(): Tab {
  const key = new Uint8Array(32).fill(1);
  const store = new UnsentStore(
    new SealedStorage({ storage: browser.storage, accountId: "ada", key, now: () => browser.now }),
  );
  const asked: Asked[] = [];
  const confirmed: string[] = [];
  const later: Tab["later"] = [];
  const signedOut: string[] = [];
  const queue = new SendQueue({
    store,
    send: ({ conversationId, draft, key: idempotencyKey }) => {
      const { promise, resolve, reject } = Promise.withResolvers<Confirmation>();
      asked.push({
        conversationId,
        text: draft["text"],
        key: idempotencyKey,
        async answer(error) {
          if (error === undefined) resolve({ warnings: [] });
          else reject(error);
          await new Promise((done) => setImmediate(done));
        },
      });
      return promise;
    },
    onSent: (message) => confirmed.push(String(message.draft["text"])),
    now: () => browser.now,
    later: (work, ms) => {
      const timer = { work, ms };
      later.push(timer);
      return () => later.splice(later.indexOf(timer), 1);
    },
    onSignedOut: () => signedOut.push("signed out"),
  });
  return { store, queue, asked, confirmed, later, signedOut };
}

export const text = (words: string): Draft => ({ type: "text", text: words });

/** Runs the oldest timer. */
export const wait = ({ later }: Tab): void => later.shift()?.work();
/** Tells `tab` what another one wrote. */
export const hearAll = ({ store }: Tab): void => {
  for (let index = 0; index < browser.storage.length; index += 1)
    store.hear(browser.storage.key(index) ?? "");
};
export const states = ({ store }: Tab) =>
  store.getState().messages.map(({ draft, state }) => [draft["text"], state]);
