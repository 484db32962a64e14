import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import { Clock, DeliveryStore, Logger, Observer, Timers } from "@parley/core";
import { ContainerModule, type ServiceIdentifier } from "inversify";
import { Instrumentation } from "./instrumentation.ts";
import { Telemetry } from "./telemetry-port.ts";
import { type TelemetryOptions, telemetrySettings } from "./telemetry-options.ts";

const InstrumentationToken = Symbol.for(
  "@parley/telemetry/Instrumentation",
) as ServiceIdentifier<Instrumentation>;

/**
 * Binds an `Observer` that counts and traces the engine's events, and `Telemetry` for the host. Nothing is opened
 * before the gateway starts; OpenTelemetry's globals are not changed.
 * @throws ParleyError `invalid-option`
 */
export const telemetry = (options: TelemetryOptions = {}): ContainerModule => {
  const settings = telemetrySettings(options);
  const exporter = exporterOf(settings.otlpUrl, options.spanExporter);
  return new ContainerModule(({ bind }) => {
    bind(InstrumentationToken)
      .toResolvedValue(
        (clock: Clock, timers: Timers, logger: Logger, store: DeliveryStore) =>
          new Instrumentation({ ...settings, exporter: exporter(), clock, timers, logger, store }),
        [Clock, Timers, Logger, DeliveryStore],
      )
      .inSingletonScope()
      .onDeactivation((instrumentation) => instrumentation.shutdown());
    bind(Observer).toResolvedValue((one) => one, [InstrumentationToken]);
    bind(Telemetry).toResolvedValue((one) => one, [InstrumentationToken]);
  });
};

function exporterOf(otlpUrl: string | null, own: SpanExporter | undefined) {
  if (own !== undefined) return () => own;
  return () => (otlpUrl === null ? null : new OTLPTraceExporter({ url: otlpUrl }));
}
