import type { Timers } from "../../ports/timers.ts";
import { AttemptScope } from "../attempt-scope.ts";

/** What `work` gives within `ms`; `null` when the time is up, or `signal` aborted, before. Rejects as `work` does. */
export async function within<Value>(
  timers: Timers,
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | null> {
  const scope = new AttemptScope(signal, timers, ms);
  const cut = scope.ended.then(() => null);
  try {
    return await Promise.race([work(scope.signal), cut]);
  } finally {
    scope.close();
  }
}
