import type { Meter } from "@opentelemetry/api";
import { type Clock, laneKinds } from "@parley/core";
import type { BacklogReading } from "./backlog-reading.ts";
import type { Instruments } from "./instruments.ts";

/** Registers gauges of the store's backlog, which all nodes of that store share. */
export function watchBacklog(
  meter: Meter,
  { lanes, laneDepth, laneAge }: Instruments,
  reading: BacklogReading,
  clock: Clock,
): void {
  meter.addBatchObservableCallback(
    async (results) => {
      const backlog = await reading.current();
      if (backlog === null) return;
      for (const kind of laneKinds) {
        const { lanes: count, waiting, oldestAcceptedAt } = backlog[kind];
        const ageMs = oldestAcceptedAt === null ? 0 : clock.now() - oldestAcceptedAt;
        results.observe(lanes, count, { kind });
        results.observe(laneDepth, waiting, { kind });
        results.observe(laneAge, Math.max(0, ageMs) / 1_000, { kind });
      }
    },
    [lanes, laneDepth, laneAge],
  );
}
