import type { DueAnswer, DueEntry, Readiness, Timers } from "@parley/core";
import { pullTimes } from "./pull-times.ts";

/**
 * Ends the pause of a lane again, some time after its event was acknowledged. The node that has got the acknowledgement may
 * have died before the pause ended. The call lasts until the end of the pause is stored.
 */
export async function dueReadiness(
  readiness: Readiness,
  timers: Timers,
  { conversationId }: DueEntry,
): Promise<DueAnswer> {
  if (conversationId === null) return { gone: true };
  readiness.ready(conversationId);
  await new Promise<void>((resolve) => void timers.after(pullTimes.storedMs, resolve));
  return { dueAt: null };
}
