import type { Counter } from "@opentelemetry/api";
import type { Logger } from "@parley/core";
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from "@opentelemetry/sdk-trace";

/**
 * Maximum number of spans waiting for the collector. Further spans are dropped, so that a dead collector costs a
 * bounded amount of memory.
 */
const queueLimit = 4_096;
const batchSize = 512;
const batchEveryMs = 1_000;
const exportTimeoutMs = 5_000;

type Export = SpanExporter["export"];

/** Exports spans in batches, apart from message handling, and counts the results. */
export class CountingSpanProcessor extends BatchSpanProcessor {
  readonly #counter: Counter;
  readonly #exporter: CountingExporter;
  #recorded = 0;

  constructor(to: SpanExporter, counter: Counter, logger: Logger) {
    const exporter = new CountingExporter(to, counter, logger);
    super({
      exporter,
      maxQueueSize: queueLimit,
      maxExportBatchSize: batchSize,
      scheduledDelayMillis: batchEveryMs,
      exportTimeoutMillis: exportTimeoutMs,
    });
    this.#counter = counter;
    this.#exporter = exporter;
  }

  /** Whether there is room for one more span. If not, the span is counted as dropped and need not be created. */
  admits(): boolean {
    if (this.#recorded - this.#exporter.handedOver < queueLimit) return true;
    this.#counter.add(1, { result: "dropped" });
    return false;
  }

  override onEnd(span: ReadableSpan): void {
    this.#recorded += 1;
    this.#counter.add(1, { result: "recorded" });
    super.onEnd(span);
  }
}

/** Logs once that the collector cannot be reached, and once that it can be reached again. */
class CountingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #counter: Counter;
  readonly #logger: Logger;
  #failing = false;
  /** Number of spans passed to the exporter. */
  handedOver = 0;

  constructor(exporter: SpanExporter, counter: Counter, logger: Logger) {
    this.#exporter = exporter;
    this.#counter = counter;
    this.#logger = logger;
  }

  export(...[spans, done]: Parameters<Export>): void {
    this.handedOver += spans.length;
    this.#exporter.export(spans, (result) => {
      const failed = result.code !== 0;
      this.#counter.add(spans.length, { result: failed ? "failed" : "exported" });
      this.#tell(failed);
      // Reports success. Otherwise the processor passes the error, with the collector's URL and answer, to a global
      // handler.
      done({ code: 0 });
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.();
  }

  #tell(failing: boolean): void {
    if (failing === this.#failing) return;
    this.#failing = failing;
    if (failing) this.#logger.warn("the collector accepts no spans, so they are dropped");
    else this.#logger.info("the collector accepts spans again");
  }
}
