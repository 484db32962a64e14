import type { SpanExporter } from "@opentelemetry/sdk-trace";
import { ParleyError } from "@parley/core";

/** What a host may set about its telemetry. */
export interface TelemetryOptions {
  /** Where traces go, OTLP over HTTP: a collector's base URL, `/v1/traces` is added. Default: nowhere. */
  readonly otlpUrl?: string;
  /** Takes the spans instead of a collector. Closed with the gateway. */
  readonly spanExporter?: SpanExporter;
  /** Share of traces that are kept, 0 to 1; all nodes keep the same ones. Default 1. */
  readonly sampleRatio?: number;
  /** Channels that get a label of their own; the others are counted as `other`. 0 to 1000. Default 200. */
  readonly channelLimit?: number;
  /** `service.name` of the spans. Default `parley`. */
  readonly serviceName?: string;
}

/** Options, read. */
export interface TelemetrySettings {
  /** With its path. */
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
