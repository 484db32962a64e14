import type { Clock } from "@parley/core";

/** A `Clock` that reads the wall clock once and then counts by the monotonic clock. So it never jumps. */
export function anchoredClock(): Clock {
  const anchor = Date.now() - performance.now();
  return { now: () => Math.floor(anchor + performance.now()) };
}
