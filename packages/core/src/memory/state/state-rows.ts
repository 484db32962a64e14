import { applyBatch, type StateUsage } from "../../state/apply-batch.ts";
import type { WriteAnswer } from "../../model/plugin-entry.ts";
import type { StateBatch } from "../../state/state-batch.ts";
import { entryBytes, type StoredEntry } from "../../state/stored-entry.ts";
import type { MemoryData } from "../data.ts";
import { leasedLane } from "../lanes/lanes.ts";
import type { InstanceRow } from "../rows.ts";

const nothing: StateUsage = { entries: 0, bytes: 0, lastVersion: 0 };

/** One batch, in the step that commits messages. */
export function writeState(data: MemoryData, batch: StateBatch, now: number): WriteAnswer {
  const found = data.state.get(batch.instance);
  const { answer, changed, usage } = applyBatch(
    batch,
    {
      entry: (key) => found?.entries.get(key) ?? null,
      usage: found?.usage ?? nothing,
      hasConversation: (id) => data.conversations.has(id),
      isCurrent: ({ conversationId, kind, token }) => {
        const conversation = data.conversations.get(conversationId);
        return conversation !== undefined && leasedLane(conversation, kind, token) !== null;
      },
    },
    now,
  );
  if (changed.size > 0) save(data, batch.instance, changed, usage);
  return answer;
}

function save(
  data: MemoryData,
  instance: string,
  changed: ReadonlyMap<string, StoredEntry | null>,
  usage: StateUsage,
): void {
  const row = data.state.get(instance) ?? { usage, entries: new Map<string, StoredEntry>() };
  data.state.set(instance, row);
  row.usage = usage;
  for (const [key, entry] of changed)
    if (entry === null) row.entries.delete(key);
    else row.entries.set(key, entry);
}

/** Closes the entries of a conversation, in the step that erases it. */
export function closeEntries(data: MemoryData, conversationId: string): void {
  for (const { entries } of data.state.values())
    for (const [key, entry] of entries)
      if (entry.conversationId === conversationId)
        entries.set(key, { ...entry, isErased: true, claim: null });
}

/** Deletes entries, which also makes room for others. */
export function removeEntries(row: InstanceRow, removed: readonly StoredEntry[]): void {
  for (const entry of removed) {
    row.entries.delete(entry.key);
    const { entries, bytes, lastVersion } = row.usage;
    row.usage = { entries: entries - 1, bytes: bytes - entryBytes(entry), lastVersion };
  }
}
