import type { IncomingMessage, ServerResponse } from "node:http";
import { ROOT_CONTEXT } from "@opentelemetry/api";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import {
  type SpanExporter,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { ATTR_SERVICE_NAME } from "@opentelemetry/semantic-conventions";
import type { GatewayEvent, Logger, Observer } from "@parley/core";
import { BackendLabels } from "./bounded-labels.ts";
import { watchBacklog } from "./backlog-gauges.ts";
import { type BacklogPorts, BacklogReading } from "./backlog-reading.ts";
import { GatewayMetrics } from "./gateway-metrics.ts";
import { GatewayTraces } from "./gateway-traces.ts";
import { createInstruments } from "./instruments.ts";
import { MetricsPage } from "./metrics-page.ts";
import { watchProcess } from "./process-gauges.ts";
import { RecentVisitors } from "./recent-visitors.ts";
import { CountingSpanProcessor } from "./span-export.ts";
import { SpanWriter } from "./span-writer.ts";
import type { TelemetrySettings } from "./telemetry-options.ts";
import type { Telemetry } from "./telemetry-port.ts";
import { DerivedIds } from "./trace-ids.ts";

interface InstrumentationParts extends TelemetrySettings, BacklogPorts {
  readonly exporter: SpanExporter | null;
  readonly logger: Logger;
}

const { NOT_RECORD } = SamplingDecision;
const scope = "@parley/telemetry";
const conversationsKept = 10_000;
/** The last export may delay the gateway's end by at most this long. */
const lastExportMs = 3_000;

/** The OpenTelemetry providers and the observers that feed them. */
export class Instrumentation implements Observer, Telemetry {
  readonly #page = new MetricsPage();
  readonly #observers: Observer[];
  readonly #parts: InstrumentationParts;
  readonly #unwatch: () => void;
  #tracers: TracerProvider | null = null;
  #ended: Promise<void> | null = null;
  /** A property and not a method, so that hosts can pass it on alone. */
  readonly metricsHandler = (request: IncomingMessage, response: ServerResponse) =>
    this.#page.answer(request, response);

  constructor(parts: InstrumentationParts) {
    this.#parts = parts;
    const meter = new MeterProvider({ readers: [this.#page] }).getMeter(scope);
    const instruments = createInstruments(meter);
    this.#unwatch = watchProcess(meter, instruments);
    const backends = new BackendLabels();
    const reading = new BacklogReading(parts);
    watchBacklog(meter, instruments, { reading, backends, clock: parts.clock });
    this.#observers = [new GatewayMetrics(instruments, parts.channelLimit, backends)];
    if (parts.exporter === null || parts.sampleRatio === 0) return;
    const processor = new CountingSpanProcessor(parts.exporter, instruments.spans, parts.logger);
    this.#observers.push(this.#traces(processor));
  }

  notice(event: GatewayEvent): void {
    for (const observer of this.#observers) observer.notice(event);
  }

  text(): Promise<string> {
    return this.#page.text();
  }

  shutdown(): Promise<void> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  #traces(processor: CountingSpanProcessor): GatewayTraces {
    const { sampleRatio, serviceName, clock } = this.#parts;
    const ids = new DerivedIds();
    this.#tracers = new TracerProvider({
      idGenerator: ids,
      resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: serviceName }),
      spanProcessors: [processor],
    });
    const sampler = new TraceIdRatioBasedSampler(sampleRatio);
    const writer = new SpanWriter(this.#tracers.getTracer(scope), ids, {
      samples: (traceId) => sampler.shouldSample(ROOT_CONTEXT, traceId).decision !== NOT_RECORD,
      admits: () => processor.admits(),
    });
    return new GatewayTraces(writer, new RecentVisitors(conversationsKept), clock);
  }

  async #end(): Promise<void> {
    this.#unwatch();
    const exported = this.#tracers?.shutdown().catch(() => {});
    let cancel: () => void = () => {};
    const patience = new Promise<void>((resolve) => {
      cancel = this.#parts.timers.after(lastExportMs, resolve);
    });
    await Promise.race([exported ?? Promise.resolve(), patience]);
    cancel();
  }
}
