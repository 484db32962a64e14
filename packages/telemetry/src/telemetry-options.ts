import type { SpanExporter } from "@opentelemetry/sdk-trace";
import { ParleyError, readOptions } from "@parley/core";
import { Type } from "typebox";

/** Telemetry options of a host. */
export interface TelemetryOptions {
  /** Base URL of a collector for traces (OTLP over HTTP); `/v1/traces` is added. Default: no export. */
  readonly otlpUrl?: string;
  /** Gets the spans in place of a collector. Closed with the gateway. */
  readonly spanExporter?: SpanExporter;
  /** Share of traces to keep, 0 to 1; all nodes keep the same traces. Default 1. */
  readonly sampleRatio?: number;
  /** Number of channels with their own label; the others are counted as `other`. 0 to 1000. Default 200. */
  readonly channelLimit?: number;
  /** `service.name` of the spans. Default `parley`. */
  readonly serviceName?: string;
}

/** Validated options. */
export interface TelemetrySettings {
  /** URL with its path; `null`: no export. */
  readonly otlpUrl: string | null;
  readonly sampleRatio: number;
  readonly channelLimit: number;
  readonly serviceName: string;
}

const tracesPath = "/v1/traces";

const Options = Type.Object(
  {
    otlpUrl: Type.Optional(Type.String()),
    spanExporter: Type.Optional(
      Type.Object({}, { description: "a span exporter of OpenTelemetry" }),
    ),
    sampleRatio: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    channelLimit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
    serviceName: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

/** @throws ParleyError `invalid-option` */
export function telemetrySettings(options: TelemetryOptions): TelemetrySettings {
  const checked = readOptions<TelemetryOptions>("telemetry", Options, options);
  const { otlpUrl, sampleRatio = 1, channelLimit = 200, serviceName = "parley" } = checked;
  return {
    otlpUrl: otlpUrl === undefined ? null : tracesUrl(otlpUrl),
    sampleRatio,
    channelLimit,
    serviceName,
  };
}

function tracesUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol))
    throw new ParleyError(
      "invalid-option",
      "telemetry: otlpUrl must be the http(s) URL of a collector, such as http://127.0.0.1:4318.",
    );
  if (!url.pathname.endsWith(tracesPath))
    url.pathname = `${url.pathname.replace(/\/$/, "")}${tracesPath}`;
  return url.href;
}
