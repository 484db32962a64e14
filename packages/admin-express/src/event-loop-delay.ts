import { monitorEventLoopDelay } from "node:perf_hooks";

const resolutionMs = 10;
/** A shorter window has too few samples for a percentile. */
const leastWindowMs = 10_000;

/** Delay of this process's event loop. */
export interface EventLoopDelay {
  /** 99th percentile in milliseconds, over the last ten seconds or more. */
  read(): number;
}

/** Measures until `stopping` is aborted. */
export function eventLoopDelay(stopping: AbortSignal): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  stopping.addEventListener("abort", () => histogram.disable());
  let since = performance.now();
  return {
    read: () => {
      const lateMs = histogram.count === 0 ? 0 : histogram.percentile(99) / 1e6 - resolutionMs;
      if (performance.now() - since > leastWindowMs) {
        histogram.reset();
        since = performance.now();
      }
      return Math.max(0, Math.round(lateMs * 10) / 10);
    },
  };
}
