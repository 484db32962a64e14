import type { Clock, Conversations, Timers } from "@parley/core";
import type { LiveEvents } from "../../live/live-events.ts";
import { type InboxEntry, entryOf, isSameEntry } from "./inbox-entry.ts";
import type { InboxIndex } from "./inbox-index.ts";

/** Changes within this time are indexed together. */
const gatherMs = 30;
/** Conversations that wait to be indexed. With more, the next catch-up finds them. */
const pendingLimit = 1_000;
/** How often to look for changes without an event, and how far back. A message may become readable late. */
const lookMs = 5_000;
const overlapMs = 10_000;
/** How far back a catch-up looks that reads everything: a message may have failed during a stop, for instance. */
const wideOverlapMs = 60 * 60_000;
/** How often to store that nothing has changed. */
const storedMs = 60_000;
const conversationsPerPage = 100;
/** Newest messages that decide about an entry. */
const messagesSeen = 20;
/** Pages are told of changes at most this often. */
const tellPauseMs = 200;
/** How often an entry is read again because it changed meanwhile. */
const attempts = 5;

export interface InboxIndexerParts {
  readonly index: InboxIndex;
  readonly conversations: Pick<Conversations, "find" | "list" | "messages">;
  readonly live: Pick<LiveEvents, "overhear" | "mention">;
  readonly clock: Clock;
  readonly timers: Timers;
}

/**
 * Keeps the inbox index up to date: at once after live events, and by a catch-up every 5 s for what they missed. It
 * reads the gateway's store and never delays a message. An entry is read again after it was written, so that neither a
 * slow write nor an erased conversation leaves an old entry.
 */
export class InboxIndexer {
  readonly #parts: InboxIndexerParts;
  readonly #pending = new Set<string>();
  /** Conversations whose index failed. They are tried again with the next catch-up. */
  readonly #unindexed = new Set<string>();
  readonly #stopListening: () => void;
  #isIndexing = false;
  /** The next catch-up also reads entries of the same activity: a message's state may have changed. */
  #readsAll = true;
  #isClosed = false;
  #isTellDue = false;
  #toldAt = 0;
  #cancelLook: () => void = () => {};

  constructor(parts: InboxIndexerParts) {
    this.#parts = parts;
    this.#stopListening = parts.live.overhear((event) => {
      if (event.type === "message" || event.type === "state") this.#note(event.data.conversationId);
    });
    this.#lookAfter(0);
  }

  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    this.#cancelLook();
  }

  /** Brings the entry of one conversation up to date, and tells pages when it changed. */
  async index(conversationId: string): Promise<void> {
    if (await this.#index(conversationId)) this.#tell();
  }

  /** `false`: the entry was up to date. */
  async #index(conversationId: string): Promise<boolean> {
    const { index } = this.#parts;
    let isChanged = false;
    let entry = await this.#read(conversationId);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      isChanged =
        (entry === null ? await index.forget(conversationId) : await index.write(entry)) ||
        isChanged;
      const again = await this.#read(conversationId);
      if (isSame(entry, again)) break;
      entry = again;
    }
    return isChanged;
  }

  #note(conversationId: string): void {
    if (this.#isClosed) return;
    if (this.#pending.size >= pendingLimit) {
      this.#readsAll = true;
      return;
    }
    this.#pending.add(conversationId);
    if (this.#isIndexing) return;
    this.#isIndexing = true;
    this.#parts.timers.after(gatherMs, () => void this.#indexPending());
  }

  async #indexPending(): Promise<void> {
    let isChanged = false;
    const ids = [...this.#pending];
    this.#pending.clear();
    for (const id of ids) {
      if (this.#isClosed) return;
      try {
        isChanged = (await this.#index(id)) || isChanged;
      } catch {
        this.#unindexed.add(id);
      }
    }
    this.#isIndexing = false;
    if (isChanged) this.#tell();
    const [more] = this.#pending;
    if (more !== undefined) this.#note(more);
  }

  #lookAfter(delayMs: number): void {
    if (this.#isClosed) return;
    const look = (): void => {
      this.#catchUp()
        .catch(() => {
          this.#readsAll = true;
        })
        .finally(() => {
          for (const id of this.#unindexed) this.#note(id);
          this.#unindexed.clear();
          this.#lookAfter(lookMs);
        });
    };
    this.#cancelLook = this.#parts.timers.after(delayMs, look);
  }

  async #catchUp(): Promise<void> {
    const { index, conversations, clock } = this.#parts;
    const begunAt = clock.now();
    const indexedTo = await index.indexedTo();
    const readsAll = this.#readsAll && indexedTo !== null;
    this.#readsAll = false;
    const since = (indexedTo ?? 0) - (readsAll ? wideOverlapMs : 0);
    let [before, isChanged, isOver]: [string | null, boolean, boolean] = [null, false, false];
    while (!isOver && !this.#isClosed) {
      const page: Awaited<ReturnType<Conversations["list"]>> = await conversations.list({
        before,
        limit: conversationsPerPage,
      });
      const recent = page.items.filter(({ lastMessageAt }) => lastMessageAt >= since);
      isChanged = (await this.#indexAll(recent, readsAll)) || isChanged;
      before = page.next;
      isOver = before === null || recent.length < page.items.length;
    }
    if (this.#isClosed) return;
    const upTo = begunAt - overlapMs;
    if (isChanged || upTo - (indexedTo ?? 0) > storedMs) await index.setIndexedTo(upTo);
    if (isChanged) this.#tell();
  }

  /** Skips entries of the same activity, unless it `readsAll`: their messages may have failed since. */
  async #indexAll(
    recent: readonly { readonly id: string; readonly lastMessageAt: number }[],
    readsAll: boolean,
  ): Promise<boolean> {
    const known = await this.#parts.index.of(recent.map(({ id }) => id));
    let isChanged = false;
    for (const { id, lastMessageAt } of recent) {
      if (this.#isClosed) return isChanged;
      if (!readsAll && known.get(id)?.lastAt === lastMessageAt) continue;
      try {
        isChanged = (await this.#index(id)) || isChanged;
      } catch {
        // One conversation that fails must not hold up the others.
        this.#unindexed.add(id);
      }
    }
    return isChanged;
  }

  async #read(conversationId: string): Promise<InboxEntry | null> {
    const { conversations, index } = this.#parts;
    const conversation = await conversations.find(conversationId);
    if (conversation === null) return null;
    const newest = { before: null, limit: messagesSeen };
    const { items } = await conversations.messages(conversationId, newest);
    return entryOf(conversation, items, await index.find(conversationId));
  }

  /** Pages then load lists and counts, so they are told a few times a second at most. */
  #tell(): void {
    const { live, clock, timers } = this.#parts;
    if (this.#isClosed || this.#isTellDue) return;
    const waitMs = Math.min(tellPauseMs, this.#toldAt + tellPauseMs - clock.now());
    if (waitMs > 0) {
      this.#isTellDue = true;
      timers.after(waitMs, () => {
        this.#isTellDue = false;
        this.#toldAt = 0;
        this.#tell();
      });
      return;
    }
    this.#toldAt = clock.now();
    live.mention({ type: "lists", data: {} });
  }
}

function isSame(one: InboxEntry | null, other: InboxEntry | null): boolean {
  return one === null || other === null ? one === other : isSameEntry(one, other);
}
