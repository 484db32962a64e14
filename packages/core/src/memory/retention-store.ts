import type { PurgeStep, RetentionStore } from "../ports/retention-store.ts";
import { type ConversationRow, type DeliveryRow, type MemoryData, visitorRef } from "./data.ts";
import { forgetIdentities, forgetIdentity } from "./identities.ts";

/** The reference `RetentionStore`. A cursor is the number of the last conversation that was looked at. */
export class MemoryRetentionStore implements RetentionStore {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async purge(before: number, cursor: string | null, limit: number): Promise<PurgeStep> {
    const from = Number(cursor ?? 0);
    const left = [...this.#data.conversations.values()].filter(({ number }) => number > from);
    const looked = left.sort((a, b) => a.number - b.number).slice(0, limit);
    const purged = looked.map((row) => this.#purgeOne(row, before));
    return {
      conversations: purged.filter(({ whole }) => whole).length,
      messages: purged.reduce((sum, { messages }) => sum + messages, 0),
      next: left.length > looked.length ? String(looked.at(-1)?.number ?? from) : null,
    };
  }

  #purgeOne(row: ConversationRow, before: number): { whole: boolean; messages: number } {
    const old = [...row.newest.values()].filter(
      ({ state, acceptedAt }) => state !== "waiting" && acceptedAt < before,
    );
    for (const newest of old) this.#forgetMessage(row, newest);
    const whole = row.current.lastMessageAt < before && row.lanes.size === 0;
    if (whole) this.#forget(row);
    return { whole, messages: old.length };
  }

  #forget(row: ConversationRow): void {
    const { current } = row;
    forgetIdentities(this.#data, row);
    this.#data.conversations.delete(current.id);
    this.#data.visitors.delete(visitorRef(current.channelKey, current.visitorKey));
  }

  #forgetMessage(row: ConversationRow, { messageSequence }: DeliveryRow): void {
    forgetIdentity(this.#data, row, messageSequence);
    row.newest.delete(messageSequence);
    for (const delivery of row.deliveries.values()) {
      if (delivery.kind !== "reports" && delivery.messageSequence === messageSequence)
        row.deliveries.delete(delivery.sequence);
    }
  }
}
