import type { BatchObservableResult, Meter, ObservableGauge } from "@opentelemetry/api";
import { type Backlog, type Clock, laneKinds } from "@parley/core";
import { type LaneFigures, backlogByBackend, backendKinds } from "./backend-backlog.ts";
import type { BackendLabels } from "./bounded-labels.ts";
import type { BacklogReading } from "./backlog-reading.ts";
import type { Instruments } from "./instruments.ts";

/** The three gauges of one set of lanes. */
interface LaneGauges {
  readonly lanes: ObservableGauge;
  readonly depth: ObservableGauge;
  readonly age: ObservableGauge;
}

interface BacklogGaugePorts {
  readonly reading: BacklogReading;
  readonly backends: BackendLabels;
  readonly clock: Clock;
}

/** Registers gauges of the store's backlog, which all nodes of that store share: of all agent apps, and of each. */
export function watchBacklog(
  meter: Meter,
  instruments: Instruments,
  { reading, backends, clock }: BacklogGaugePorts,
): void {
  const { lanes, laneDepth, laneAge, backendLanes, backendLaneDepth, backendLaneAge } = instruments;
  const all = { lanes, depth: laneDepth, age: laneAge };
  const each = { lanes: backendLanes, depth: backendLaneDepth, age: backendLaneAge };
  const observe = (results: BatchObservableResult, backlog: Backlog) => {
    const now = clock.now();
    for (const kind of laneKinds) observeLanes(results, all, backlog[kind], { kind }, now);
    for (const [backend, figures] of backlogByBackend(backlog, backends))
      for (const kind of backendKinds)
        observeLanes(results, each, figures[kind], { backend, kind }, now);
  };
  meter.addBatchObservableCallback(
    async (results) => {
      const backlog = await reading.current();
      if (backlog !== null) observe(results, backlog);
    },
    [...Object.values(all), ...Object.values(each)],
  );
}

function observeLanes(
  results: BatchObservableResult,
  gauges: LaneGauges,
  { lanes, waiting, oldestAcceptedAt }: LaneFigures,
  labels: Readonly<Record<string, string>>,
  now: number,
): void {
  const ageMs = oldestAcceptedAt === null ? 0 : now - oldestAcceptedAt;
  results.observe(gauges.lanes, lanes, labels);
  results.observe(gauges.depth, waiting, labels);
  results.observe(gauges.age, Math.max(0, ageMs) / 1_000, labels);
}
