import type { Conversations } from "@parley/core";
import type { Ownership } from "../../owners/ownership.ts";
import { type InboxEntry, entryOf, foreignEntryOf, isSameEntry } from "./inbox-entry.ts";
import type { InboxIndex } from "./inbox-index.ts";

/** Newest messages that decide about an entry. */
const messagesSeen = 20;
/** How often entries are read again because they changed meanwhile. */
const attempts = 5;

/** Entries by conversation; `null` for one that is erased, `away` for one that has left the console. */
type Entries = ReadonlyMap<string, StoredEntry>;
type StoredEntry = InboxEntry | "away" | null;

export interface EntryWriterParts {
  readonly index: InboxIndex;
  readonly conversations: Pick<Conversations, "find" | "messages">;
  readonly ownership: Pick<Ownership, "answeredBy" | "isElsewhere">;
}

/**
 * Brings entries up to date. What was written is read again, so that neither a slow write nor an erased conversation
 * leaves an old entry.
 */
export class EntryWriter {
  readonly #parts: EntryWriterParts;

  constructor(parts: EntryWriterParts) {
    this.#parts = parts;
  }

  /** Returns whether any entry has changed. */
  async update(ids: readonly string[]): Promise<boolean> {
    const { index } = this.#parts;
    let stored: Entries = await index.of(ids);
    let changed = changesOf(await this.#read(ids, stored), stored);
    const isChanged = changed.size > 0;
    for (let attempt = 0; attempt < attempts && changed.size > 0; attempt += 1) {
      await index.write(changed);
      stored = changed;
      changed = changesOf(await this.#read([...changed.keys()], stored), stored);
    }
    return isChanged;
  }

  async #read(ids: readonly string[], stored: Entries): Promise<Entries> {
    return new Map(
      await Promise.all(
        ids.map(async (id) => [id, await this.#entry(id, stored.get(id) ?? null)] as const),
      ),
    );
  }

  async #entry(id: string, stored: StoredEntry): Promise<StoredEntry> {
    const { conversations, ownership } = this.#parts;
    const conversation = await conversations.find(id);
    if (conversation === null) return (await ownership.isElsewhere(id)) ? "away" : null;
    if (ownership.answeredBy(conversation) !== null) return foreignEntryOf(conversation);
    const newest = { before: null, limit: messagesSeen };
    const { items } = await conversations.messages(id, newest);
    return entryOf(conversation, items, stored === "away" ? null : stored);
  }
}

function changesOf(entries: Entries, stored: Entries): Entries {
  return new Map([...entries].filter(([id, entry]) => !isSame(entry, stored.get(id) ?? null)));
}

function isSame(one: StoredEntry, other: StoredEntry): boolean {
  if (isAbsent(one) || isAbsent(other)) return isAbsent(one) && isAbsent(other);
  return isSameEntry(one, other);
}

function isAbsent(entry: StoredEntry): entry is "away" | null {
  return entry === null || entry === "away";
}
