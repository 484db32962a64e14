import type {
  Counter,
  Histogram,
  Meter,
  ObservableCounter,
  ObservableGauge,
} from "@opentelemetry/api";
import { type MetricName, type MetricRow, metricTable } from "./metric-table.ts";

interface InstrumentKinds {
  readonly counter: Counter;
  readonly total: ObservableCounter;
  readonly histogram: Histogram;
  readonly gauge: ObservableGauge;
}

/** One instrument for each row of the table. */
export type Instruments = {
  readonly [Name in MetricName]: InstrumentKinds[(typeof metricTable)[Name]["kind"]];
};

/** Registers every row with `meter`. */
export function createInstruments(meter: Meter): Instruments {
  const rows = Object.entries<MetricRow>(metricTable);
  return Object.fromEntries(rows.map(([name, row]) => [name, register(meter, row)])) as Instruments;
}

function register(meter: Meter, { kind, name, unit, help, buckets }: MetricRow) {
  const about = { description: help, ...(unit !== undefined && { unit }) };
  if (kind === "counter") return meter.createCounter(name, about);
  if (kind === "total") return meter.createObservableCounter(name, about);
  if (kind === "gauge") return meter.createObservableGauge(name, about);
  const advice = { explicitBucketBoundaries: [...(buckets ?? [])] };
  return meter.createHistogram(name, { ...about, advice });
}
