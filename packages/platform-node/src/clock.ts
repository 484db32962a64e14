import type { Clock } from "@parley/core";

/** A `Clock` on the wall clock of its first instant and the monotonic clock ever after: the wall may jump, it does not. */
export function anchoredClock(): Clock {
  const anchor = Date.now() - performance.now();
  return { now: () => Math.floor(anchor + performance.now()) };
}
