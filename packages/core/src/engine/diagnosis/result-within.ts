import type { Timers } from "../../ports/platform/timers.ts";
import { AttemptScope } from "../outbound/attempt-scope.ts";

/**
 * The result of `work` within `ms`; `null` when the time is up or `signal` aborts first. Rejects when `work` does.
 */
export async function resultWithin<Value>(
  timers: Timers,
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | null> {
  const scope = new AttemptScope(signal, timers, ms);
  try {
    return await scope.inTime<Value | null>(work(scope.signal), null);
  } finally {
    scope.close();
  }
}
