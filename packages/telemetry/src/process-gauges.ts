import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Meter } from "@opentelemetry/api";
import type { Instruments } from "./instruments.ts";

const resolutionMs = 20;
const nanosecondsPerMs = 1_000_000;
const quantiles = [50, 90, 99, 100] as const;

/** Registers gauges of the gateway's process. The returned function stops the measurement. */
export function watchProcess(meter: Meter, instruments: Instruments): () => void {
  const { loopDelay, memory, processorTime, startTime } = instruments;
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  const startedAtSeconds = (Date.now() - process.uptime() * 1_000) / 1_000;
  meter.addBatchObservableCallback(
    (results) => {
      for (const quantile of quantiles)
        results.observe(loopDelay, delaySecondsOf(delays.percentile(quantile)), {
          quantile: String(quantile / 100),
        });
      delays.reset();
      const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
      for (const [area, bytes] of Object.entries({ rss, heapTotal, heapUsed, external }))
        results.observe(memory, bytes, { area });
      const { user, system } = process.cpuUsage();
      results.observe(processorTime, (user + system) / 1_000_000);
      results.observe(startTime, startedAtSeconds);
    },
    [loopDelay, memory, processorTime, startTime],
  );
  return () => void delays.disable();
}

/** The monitor measures the time between two samples, so one sampling interval is subtracted. */
function delaySecondsOf(nanoseconds: number): number {
  return Math.max(0, nanoseconds / nanosecondsPerMs - resolutionMs) / 1_000;
}
