import type { PurgeStep, RetentionStore } from "../../ports/stores/retention-store.ts";
import { isMessageKind } from "../../model/lane.ts";
import { type MemoryData, visitorRef } from "../data.ts";
import type { ConversationRow, DeliveryRow } from "../rows.ts";
import { noteErasure } from "./erasure-store.ts";
import { forgetIdentities, forgetIdentity } from "../identities.ts";
import { closeEntries, removeEntries } from "../state/state-rows.ts";
import { erasedKeptMs, isExpired } from "../../state/stored-entry.ts";

const deliveriesPerStep = 500;

/** The reference `RetentionStore`. A cursor holds a conversation's number and the last sequence read. */
export class MemoryRetentionStore implements RetentionStore {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async purge(before: number, cursor: string | null, limit: number): Promise<PurgeStep> {
    const [from = 0, after = 0] = (cursor ?? "").split("-").map(Number);
    const left = [...this.#data.conversations.values()].filter(({ number }) => number >= from);
    let most = deliveriesPerStep;
    const purged = { conversations: 0, messages: 0 };
    for (const row of left.sort((a, b) => a.number - b.number).slice(0, limit)) {
      const page = deliveriesAfter(row, row.number === from ? after : 0).slice(0, most);
      purged.messages += this.#forgetOld(row, page, before);
      most -= page.length;
      if (most === 0) return { ...purged, next: `${row.number}-${page.at(-1)?.sequence ?? 0}` };
      if (row.current.lastMessageAt >= before || row.lanes.size > 0) continue;
      this.#forget(row);
      purged.conversations += 1;
    }
    const last = left.at(limit - 1);
    return { ...purged, next: left.length > limit && last ? `${last.number + 1}-0` : null };
  }

  async expireEntries(now: number, limit: number): Promise<number> {
    let removed = 0;
    for (const row of this.#data.state.values()) {
      for (const entry of row.entries.values())
        if (entry.isErased && (entry.expiresAt ?? Infinity) > now + erasedKeptMs)
          row.entries.set(entry.key, { ...entry, expiresAt: now + erasedKeptMs });
      const all = [...row.entries.values()].filter((entry) => isExpired(entry, now));
      const expired = all.slice(0, limit - removed);
      removeEntries(row, expired);
      removed += expired.length;
    }
    return removed;
  }

  /** @returns the number of messages deleted */
  #forgetOld(row: ConversationRow, page: readonly DeliveryRow[], before: number): number {
    const old = page.filter(
      ({ kind, state, messageSequence, acceptedAt }) =>
        isMessageKind(kind) &&
        state !== "waiting" &&
        acceptedAt < before &&
        row.newest.get(messageSequence)?.state !== "waiting",
    );
    for (const { sequence } of old) row.deliveries.delete(sequence);
    const firsts = old.filter(({ sequence, messageSequence }) => sequence === messageSequence);
    for (const { sequence } of firsts) {
      row.newest.delete(sequence);
      forgetIdentity(this.#data, row, sequence);
    }
    for (const [key, { sequences }] of row.idempotency)
      if (!sequences.some((sequence) => row.deliveries.has(sequence))) row.idempotency.delete(key);
    return firsts.length;
  }

  #forget(row: ConversationRow): void {
    const { current } = row;
    forgetIdentities(this.#data, row);
    noteErasure(this.#data, row);
    closeEntries(this.#data, current.id);
    this.#data.conversations.delete(current.id);
    this.#data.visitors.delete(visitorRef(current.channelKey, current.visitorKey));
  }
}

function deliveriesAfter(row: ConversationRow, sequence: number): DeliveryRow[] {
  return [...row.deliveries.values()].filter((delivery) => delivery.sequence > sequence);
}
