import type { RetentionStore } from "@parley/core";

const stepLimit = 10_000;

/** Steps until the store says that all was looked at; at most ten thousand, so that a cursor that leads nowhere ends. */
export async function purgeAll(
  store: RetentionStore,
  before: number,
  limit = 100,
): Promise<{ readonly conversations: number; readonly messages: number }> {
  const purged = { conversations: 0, messages: 0 };
  let cursor: string | null = null;
  for (let steps = 0; steps < stepLimit; steps += 1) {
    const step = await store.purge(before, cursor, limit);
    purged.conversations += step.conversations;
    purged.messages += step.messages;
    cursor = step.next;
    if (cursor === null) return purged;
  }
  throw new Error(`the purge has not ended after ${stepLimit} steps`);
}
