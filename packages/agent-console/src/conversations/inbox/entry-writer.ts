import type { Conversations } from "@parley/core";
import { type InboxEntry, entryOf, isSameEntry } from "./inbox-entry.ts";
import type { InboxIndex } from "./inbox-index.ts";

/** Newest messages that decide about an entry. */
const messagesSeen = 20;
/** How often entries are read again because they changed meanwhile. */
const attempts = 5;

/** Entries by conversation; `null` for one that is erased. */
type Entries = ReadonlyMap<string, InboxEntry | null>;

/**
 * Brings entries up to date. What was written is read again, so that neither a slow write nor an erased conversation
 * leaves an old entry.
 */
export class EntryWriter {
  readonly #index: InboxIndex;
  readonly #conversations: Pick<Conversations, "find" | "messages">;

  constructor(index: InboxIndex, conversations: Pick<Conversations, "find" | "messages">) {
    this.#index = index;
    this.#conversations = conversations;
  }

  /** Returns whether any entry has changed. */
  async update(ids: readonly string[]): Promise<boolean> {
    let stored: Entries = await this.#index.of(ids);
    let changed = changesOf(await this.#read(ids, stored), stored);
    const isChanged = changed.size > 0;
    for (let attempt = 0; attempt < attempts && changed.size > 0; attempt += 1) {
      await this.#index.write(changed);
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

  async #entry(id: string, before: InboxEntry | null): Promise<InboxEntry | null> {
    const conversation = await this.#conversations.find(id);
    if (conversation === null) return null;
    const newest = { before: null, limit: messagesSeen };
    const { items } = await this.#conversations.messages(id, newest);
    return entryOf(conversation, items, before);
  }
}

function changesOf(entries: Entries, stored: Entries): Entries {
  return new Map([...entries].filter(([id, entry]) => !isSame(entry, stored.get(id) ?? null)));
}

function isSame(one: InboxEntry | null, other: InboxEntry | null): boolean {
  return one === null || other === null ? one === other : isSameEntry(one, other);
}
