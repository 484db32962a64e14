import type { IncomingMessage, ServerResponse } from "node:http";
import { PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { AggregationTemporality, AggregationType, MetricReader } from "@opentelemetry/sdk-metrics";

/** Maximum label combinations of one metric; the others are counted together. */
const seriesLimit = 20_000;

/** The metrics as a page for Prometheus (text format 0.0.4). */
export class MetricsPage extends MetricReader {
  readonly #serializer = new PrometheusSerializer("", false, undefined, true, true);
  #underWay: Promise<string> | null = null;

  constructor() {
    super({
      aggregationSelector: () => ({ type: AggregationType.DEFAULT }),
      aggregationTemporalitySelector: () => AggregationTemporality.CUMULATIVE,
      cardinalitySelector: () => seriesLimit,
    });
  }

  /** Concurrent scrapes share one page. */
  text(): Promise<string> {
    this.#underWay ??= this.#collected().finally(() => (this.#underWay = null));
    return this.#underWay;
  }

  /** Answers `GET` and `HEAD` with the page. The host decides who has access. */
  async answer({ method }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (method !== "GET" && method !== "HEAD") {
      response.writeHead(405, { Allow: "GET, HEAD", "Content-Length": 0 }).end();
      return;
    }
    const page = await this.text().catch(() => null);
    response.writeHead(page === null ? 503 : 200, {
      "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    });
    response.end(method === "HEAD" ? undefined : (page ?? "The metrics could not be collected.\n"));
  }

  async #collected(): Promise<string> {
    const { resourceMetrics } = await this.collect();
    const text = this.#serializer.serialize(resourceMetrics);
    return text.endsWith("\n") ? text : `${text}\n`;
  }

  protected override onForceFlush(): Promise<void> {
    return Promise.resolve();
  }

  protected override onShutdown(): Promise<void> {
    return Promise.resolve();
  }
}
