import type { ErasureStore, StoredErasure } from "../../ports/stores/erasure-store.ts";
import type { MemoryData } from "../data.ts";
import type { ConversationRow } from "../rows.ts";

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
}

/** Call it in the step that deletes the conversation. */
export function noteErasure(
  data: MemoryData,
  { current: { id, channelId } }: ConversationRow,
): void {
  data.lastErasure += 1;
  const position = data.lastErasure;
  data.erasures.set(position, { position, conversationId: id, channelId });
}
