import type { RetentionStore } from "@parley/core";

const stepLimit = 10_000;

/** Purges until the store is done. Stops after ten thousand steps, in case a cursor never ends. */
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
