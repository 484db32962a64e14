import type {
  ErasedEntries,
  ErasureStore,
  StoredErasure,
} from "../../ports/stores/erasure-store.ts";
import type { StoredEntry } from "../../state/stored-entry.ts";
import { everOwners } from "../../owners/ever-owners.ts";
import type { MemoryData } from "../data.ts";
import type { ConversationRow } from "../rows.ts";
import { removeEntries } from "../state/state-rows.ts";

/** The reference `ErasureStore`. */
export class MemoryErasureStore implements ErasureStore {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async notices(after: number, limit: number): Promise<readonly StoredErasure[]> {
    const behind = [...this.#data.erasures.values()].filter(({ position }) => position > after);
    return behind.slice(0, limit);
  }

  async remove(positions: readonly number[]): Promise<void> {
    for (const position of positions) this.#data.erasures.delete(position);
  }

  async entries(
    instance: string,
    conversationId: string,
    limit: number,
  ): Promise<readonly StoredEntry[]> {
    return this.#erased(instance, conversationId)
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .slice(0, limit);
  }

  async removeEntries(conversationId: string, which: ErasedEntries): Promise<void> {
    for (const [instance, row] of this.#data.state) {
      const isOther = "of" in which ? which.of !== instance : which.ofAllBut.includes(instance);
      if (isOther) continue;
      const erased = this.#erased(instance, conversationId);
      const removed = "of" in which ? erased.filter(({ key }) => which.keys.includes(key)) : erased;
      removeEntries(row, removed);
    }
  }

  #erased(instance: string, conversationId: string): StoredEntry[] {
    const all = [...(this.#data.state.get(instance)?.entries.values() ?? [])];
    return all.filter((entry) => entry.isErased && entry.conversationId === conversationId);
  }
}

/** Call it in the step that deletes the conversation. */
export function noteErasure(
  data: MemoryData,
  { current: { id, channelId, owner }, ownerChanges }: ConversationRow,
): void {
  data.lastErasure += 1;
  const position = data.lastErasure;
  data.erasures.set(position, {
    position,
    conversationId: id,
    channelId,
    owners: everOwners(owner, ownerChanges),
  });
}
