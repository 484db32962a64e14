import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";

/** A collector in memory. Unlike OpenTelemetry's own, it keeps its spans after the shutdown. */
export class KeptSpans implements SpanExporter {
  readonly spans: ReadableSpan[] = [];
  /** Result of every batch. */
  answer: "taken" | "refused" | "never" = "taken";
  /** Number of spans that it was given, whatever it answered. */
  given = 0;

  export(...[spans, done]: Parameters<SpanExporter["export"]>): void {
    this.given += spans.length;
    if (this.answer === "never") return;
    if (this.answer === "taken") this.spans.push(...spans);
    done({ code: this.answer === "taken" ? 0 : 1 });
  }

  shutdown(): Promise<void> {
    return Promise.resolve();
  }
}
