import { type Clock, type Conversations, errorFacts, type Logger, type Timers } from "@parley/core";
import type { LiveEvent } from "../../live/live-event.ts";
import type { LiveEvents } from "../../live/live-events.ts";
import type { Ownership } from "../../owners/ownership.ts";
import { EntryWriter } from "./entry-writer.ts";
import type { InboxIndex } from "./inbox-index.ts";
import { ListNews } from "./list-news.ts";
import { PacedWork } from "./paced-work.ts";

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
/** Entries that are read and written at once. */
const batchSize = 10;

export interface InboxIndexerParts {
  readonly index: InboxIndex;
  readonly conversations: Pick<Conversations, "find" | "list" | "messages">;
  readonly ownership: Pick<Ownership, "answeredBy" | "isElsewhere">;
  readonly live: Pick<LiveEvents, "overhear" | "mention">;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Pick<Logger, "error" | "info">;
}

/**
 * Keeps the inbox index up to date: at once after live events, and by a catch-up every 5 s for what they missed. It
 * reads the gateway's store and never delays a message.
 */
export class InboxIndexer {
  readonly #parts: InboxIndexerParts;
  readonly #writer: EntryWriter;
  readonly #work: PacedWork;
  readonly #news: ListNews;
  readonly #pending = new Set<string>();
  /** Conversations whose index failed. They are tried again with the next catch-up. */
  readonly #unindexed = new Set<string>();
  readonly #stopListening: () => void;
  #isIndexing = false;
  /** The next catch-up also reads entries of the same activity: a message's state may have changed. */
  #readsAll = true;
  #isFailing = false;
  #isClosed = false;
  #cancelLook: () => void = () => {};

  constructor(parts: InboxIndexerParts) {
    const { live, clock, timers } = parts;
    this.#parts = parts;
    this.#writer = new EntryWriter(parts);
    this.#work = new PacedWork(clock, timers);
    this.#news = new ListNews(live, clock, timers);
    this.#stopListening = live.overhear((event) => {
      if (isAboutEntry(event)) this.#note(event.data.conversationId);
    });
    this.#lookAfter(0);
  }

  close(): void {
    this.#isClosed = true;
    this.#news.close();
    this.#stopListening();
    this.#cancelLook();
  }

  /** Brings the entries of some conversations up to date, and tells pages when they changed. */
  async index(ids: readonly string[]): Promise<void> {
    if (await this.#indexBatch(ids)) this.#news.tell();
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
    const ids = [...this.#pending];
    this.#pending.clear();
    await this.#indexAll(ids);
    this.#isIndexing = false;
    const [more] = this.#pending;
    if (more !== undefined) this.#note(more);
  }

  #lookAfter(delayMs: number): void {
    if (this.#isClosed) return;
    this.#cancelLook = this.#parts.timers.after(delayMs, () => void this.#look());
  }

  async #look(): Promise<void> {
    try {
      await this.#catchUp();
      if (this.#unindexed.size === 0) this.#works();
    } catch (error) {
      this.#readsAll = true;
      this.#fails(error);
    }
    for (const id of this.#unindexed) this.#note(id);
    this.#unindexed.clear();
    this.#lookAfter(lookMs);
  }

  async #catchUp(): Promise<void> {
    const { index, clock } = this.#parts;
    const begunAt = clock.now();
    const indexedTo = await index.indexedTo();
    const readsAll = this.#readsAll && indexedTo !== null;
    this.#readsAll = false;
    const since = (indexedTo ?? 0) - (readsAll ? wideOverlapMs : 0);
    let [before, isChanged, isOver]: [string | null, boolean, boolean] = [null, false, false];
    while (!isOver && !this.#isClosed) {
      const page: CatchUpPage = await this.#work.do(
        () => this.#pageOf(before, since, readsAll),
        ({ next }) => next === null,
      );
      isChanged = (await this.#indexAll(page.ids)) || isChanged;
      before = page.next;
      isOver = before === null;
    }
    isChanged = (indexedTo === null && (await this.#checkOtherScope())) || isChanged;
    if (this.#isClosed) return;
    const upTo = begunAt - overlapMs;
    if (isChanged || upTo - (indexedTo ?? 0) > storedMs) await index.setIndexedTo(upTo);
    if (indexedTo === null) await index.forgetOtherScopes();
  }

  /** Reads all entries again that were made when the console could read other conversations. */
  async #checkOtherScope(): Promise<boolean> {
    const { index } = this.#parts;
    if (!(await index.isOfOtherScope())) return false;
    let ids = await index.idsAfter("", conversationsPerPage);
    for (let last = ids.at(-1); last !== undefined && !this.#isClosed; last = ids.at(-1)) {
      await this.#indexAll(ids);
      ids = await index.idsAfter(last, conversationsPerPage);
    }
    return true;
  }

  /** Leaves out entries of the same activity, unless it `readsAll`: their messages may have failed since. */
  async #pageOf(before: string | null, since: number, readsAll: boolean): Promise<CatchUpPage> {
    const { index, conversations } = this.#parts;
    const { items, next } = await conversations.list({ before, limit: conversationsPerPage });
    const recent = items.filter(({ lastMessageAt }) => lastMessageAt >= since);
    const known = await index.of(recent.map(({ id }) => id));
    const due = recent.filter(
      ({ id, lastMessageAt }) => readsAll || known.get(id)?.lastAt !== lastMessageAt,
    );
    return { ids: due.map(({ id }) => id), next: recent.length < items.length ? null : next };
  }

  async #indexAll(ids: readonly string[]): Promise<boolean> {
    let isChanged = false;
    for (let at = 0; at < ids.length && !this.#isClosed; at += batchSize) {
      const batch = ids.slice(at, at + batchSize);
      const isLast = batch.length < batchSize;
      isChanged =
        (await this.#work.do(
          () => this.#indexBatch(batch),
          () => isLast,
        )) || isChanged;
    }
    if (isChanged) this.#news.tell();
    return isChanged;
  }

  async #indexBatch(ids: readonly string[]): Promise<boolean> {
    try {
      return await this.#writer.update(ids);
    } catch (error) {
      // One conversation that fails must not hold up the others.
      if (ids.length > 1) return await this.#indexOneByOne(ids);
      this.#fails(error);
      for (const id of ids) this.#unindexed.add(id);
      return false;
    }
  }

  async #indexOneByOne(ids: readonly string[]): Promise<boolean> {
    let isChanged = false;
    for (const id of ids) isChanged = (await this.#indexBatch([id])) || isChanged;
    return isChanged;
  }

  /** Logs the first of several failures. */
  #fails(error: unknown): void {
    if (this.#isFailing || this.#isClosed) return;
    this.#isFailing = true;
    this.#parts.logger.error("the inbox lists could not be brought up to date", errorFacts(error));
  }

  #works(): void {
    if (!this.#isFailing) return;
    this.#isFailing = false;
    this.#parts.logger.info("the inbox lists are brought up to date again");
  }
}

function isAboutEntry(
  event: LiveEvent,
): event is Extract<LiveEvent, { readonly type: "message" | "state" | "owner" }> {
  return event.type === "message" || event.type === "state" || event.type === "owner";
}

interface CatchUpPage {
  /** Of conversations whose entries may be old. */
  readonly ids: readonly string[];
  readonly next: string | null;
}
