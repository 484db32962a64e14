import type { StateBatch, StoredEntry, WriteAnswer } from "@parley/core";
import { applyBatch, type StateUsage } from "@parley/core/sql-store";
import type { BatchFacts } from "./batch-facts.ts";
import type { EntryChange } from "./entry-rows.ts";
import type { InstanceRow } from "./instance-rows.ts";

/** One instance under its lock. Its batches are applied in memory, and written together. */
export class LockedInstance {
  readonly #name: string;
  #usage: StateUsage;
  readonly #entries = new Map<string, StoredEntry | null>();
  /** Keys of the entries that changed. */
  readonly #changed = new Set<string>();
  /** Conversations of entries that are not erased. */
  readonly #conversations = new Set<string>();

  constructor({ name, ...usage }: InstanceRow) {
    this.#name = name;
    this.#usage = usage;
  }

  /** Adds an entry that was read under its lock. */
  keep(entry: StoredEntry): void {
    this.#entries.set(entry.key, entry);
    if (entry.conversationId !== null && !entry.isErased)
      this.#conversations.add(entry.conversationId);
  }

  apply(batch: StateBatch, facts: BatchFacts, now: number): WriteAnswer {
    const { answer, changed, usage } = applyBatch(
      batch,
      {
        entry: (key) => this.#entries.get(key) ?? null,
        usage: this.#usage,
        hasConversation: (id) => this.#isOpen(id) || facts.hasConversation(id),
        isCurrent: facts.isCurrent,
      },
      now,
    );
    this.#usage = usage;
    for (const [key, entry] of changed) this.#entries.set(key, entry);
    for (const key of changed.keys()) this.#changed.add(key);
    return answer;
  }

  /** What changed; `null`: nothing. */
  get row(): InstanceRow | null {
    return this.#changed.size === 0 ? null : { name: this.#name, ...this.#usage };
  }

  get changes(): readonly EntryChange[] {
    return [...this.#changed].map((key) => ({
      instance: this.#name,
      key,
      entry: this.#entries.get(key) ?? null,
    }));
  }

  /**
   * An entry that is not erased belongs to a conversation that is there. Whoever erases the conversation waits for the
   * entry's lock, and closes the entry afterwards.
   */
  #isOpen(conversationId: string): boolean {
    return this.#conversations.has(conversationId);
  }
}
