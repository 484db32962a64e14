import { ApiError } from "../../page/api/call.ts";
import type { DraftApi } from "../../page/unsent/drafts/draft-api.ts";
import { DraftSync } from "../../page/unsent/drafts/draft-sync.ts";
import { SealedStorage } from "../../page/unsent/sealed-storage.ts";
import { UnsentStore } from "../../page/unsent/unsent-store.ts";
import { noDraft, saved, sent, type SentDraft, type StoredDraft } from "../../src/drafts/draft.ts";
import { type DraftView, viewOfDraft } from "../../src/drafts/draft-view.ts";
import { MemoryTextStorage } from "./browser/text-storage.ts";

/** The gateway's copies of one agent's drafts, by the console's own rules. */
export class DraftsInMemory {
  readonly rows = new Map<string, StoredDraft>();
  readonly erased = new Set<string>();
  readonly devices: Device[] = [];
  /** While set, every call fails with it. */
  trouble: ApiError | null = null;
  /** While set, saves wait for it before they reach the gateway. */
  held: Promise<void> | null = null;
  saves = 0;

  apiOf(): DraftApi {
    return {
      list: async () => {
        this.#check("");
        const views = [...this.rows].map(([id, row]) => viewOfDraft(id, row));
        return views.filter(({ draft, others }) => draft !== null || others.length > 0);
      },
      find: async (id) => {
        this.#check(id);
        return this.view(id);
      },
      save: async (id, { text, media, without = null, keepsShown = false, ...save }) => {
        await this.held;
        this.#check(id);
        this.saves += 1;
        const body = text === "" && media === null ? null : { text, media };
        const next = saved(this.#row(id), { ...save, body, without, keepsShown });
        if (next !== null) this.#write(id, next);
        return { ...this.view(id), saved: next !== null };
      },
    };
  }

  /** A message was sent from a draft. */
  sent(id: string, draft: SentDraft): void {
    this.#write(id, sent(this.#row(id), draft));
  }

  view(id: string): DraftView {
    return viewOfDraft(id, this.#row(id));
  }

  #row(id: string): StoredDraft {
    return this.rows.get(id) ?? noDraft;
  }

  #write(id: string, row: StoredDraft): void {
    this.rows.set(id, row);
    for (const { sync } of this.devices) sync.heard(id, row.revision);
  }

  #check(id: string): void {
    if (this.trouble !== null) throw this.trouble;
    if (this.erased.has(id)) throw new ApiError(404, "There is no such conversation.", 40402);
  }
}

/** One of the agent's browsers. */
export interface Device {
  readonly store: UnsentStore;
  readonly sync: DraftSync;
  readonly storage: MemoryTextStorage;
  readonly signedOut: string[];
  write(id: string, text: string): void;
  /** Moves the draft to the queue of messages, and returns what the gateway is told of it. */
  send(id: string): SentDraft;
  /** The shown text, and the other ones. */
  shown(id: string): readonly unknown[];
  /** Runs every timer that is set, and waits for their calls. */
  wait(): Promise<void>;
}

export function openDevice(
  server: DraftsInMemory,
  device: string,
  storage = new MemoryTextStorage(),
): Device {
  const key = new Uint8Array(32).fill(1);
  const store = new UnsentStore(
    new SealedStorage({ storage, accountId: "ada", key, now: () => 0 }),
  );
  const timers: (() => void)[] = [];
  const signedOut: string[] = [];
  const sync = new DraftSync({
    store,
    api: server.apiOf(),
    device,
    now: () => 0,
    later: (work) => {
      timers.push(work);
      return () => timers.splice(timers.indexOf(work), 1);
    },
    onSignedOut: () => signedOut.push("signed out"),
  });
  const opened: Device = {
    store,
    sync,
    storage,
    signedOut,
    write(id, text) {
      const draft = store.getState().drafts.get(id);
      const { isSaved: _, ...rest } = draft ?? { id: `${device}-${text}`, text: "", media: null };
      store.setDraft(id, text === "" ? null : { ...rest, text });
      sync.wrote(id);
    },
    send(id) {
      const draft = store.getState().drafts.get(id);
      const origin = { id: draft?.id ?? "", ...sync.originOf(id) };
      store.setDraft(id, null);
      sync.sent(id);
      return origin;
    },
    shown(id) {
      const { drafts, others } = store.getState();
      return [drafts.get(id)?.text ?? null, (others.get(id) ?? []).map(({ text }) => text)];
    },
    async wait() {
      for (const work of timers.splice(0)) work();
      await settled();
    },
  };
  server.devices.push(opened);
  return opened;
}

export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
}
