import type { SpanExporter } from "@opentelemetry/sdk-trace";
import { ParleyError } from "@parley/core";

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

/** @throws ParleyError `invalid-option` */
export function readOptions(options: TelemetryOptions): TelemetrySettings {
  const { otlpUrl, sampleRatio = 1, channelLimit = 200, serviceName = "parley" } = options;
  if (!(sampleRatio >= 0 && sampleRatio <= 1))
    throw invalid("sampleRatio must be a number from 0 to 1.");
  if (!Number.isSafeInteger(channelLimit) || channelLimit < 0 || channelLimit > 1_000)
    throw invalid("channelLimit must be a whole number from 0 to 1000.");
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
    throw invalid("otlpUrl must be the http(s) URL of a collector, such as http://127.0.0.1:4318.");
  if (!url.pathname.endsWith(tracesPath))
    url.pathname = `${url.pathname.replace(/\/$/, "")}${tracesPath}`;
  return url.href;
}

function invalid(message: string): ParleyError {
  return new ParleyError("invalid-option", message);
}
