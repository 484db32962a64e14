import type { DueAnswer, DueEntry, Readiness } from "@parley/core";

/**
 * Ends the pause of a lane again, some time after its event was acknowledged: the node that has got the acknowledgement may
 * have died before the pause ended. Resolves once the end of the pause is stored. @throws when `signal` aborts before
 */
export async function dueReadiness(
  readiness: Readiness,
  { conversationId }: DueEntry,
  signal: AbortSignal,
): Promise<DueAnswer> {
  if (conversationId === null) return { gone: true };
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason as Error);
  signal.addEventListener("abort", abort, { once: true });
  try {
    await Promise.race([readiness.ready(conversationId), aborted]);
    return { dueAt: null };
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
