import {
  type Attributes,
  type HrTime,
  ROOT_CONTEXT,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from "@opentelemetry/api";
import type { DerivedIds } from "./trace-ids.ts";

/** A span that has ended: ids, codes and instants, no text that a person wrote. */
export interface FinishedSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly traceId: string;
  readonly spanId: string;
  /** `null`: the root span of its trace. */
  readonly parentId: string | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Attributes;
  readonly failed?: boolean;
  /** A span of another system that caused this one. */
  readonly link?: SpanContext | null;
}

/** Decides whether to create a span. */
export interface SpanAdmission {
  /** Whether a trace is sampled. The answer is the same for all its spans and on every node. */
  samples(traceId: string): boolean;
  /** Whether there is room for one more span. */
  admits(): boolean;
}

/** Writes spans with given ids. */
export class SpanWriter {
  readonly #tracer: Tracer;
  readonly #ids: DerivedIds;
  readonly #admission: SpanAdmission;

  constructor(tracer: Tracer, ids: DerivedIds, admission: SpanAdmission) {
    this.#tracer = tracer;
    this.#ids = ids;
    this.#admission = admission;
  }

  /** Call it before preparing the arguments of `write`. */
  wants(traceId: string): boolean {
    return this.#admission.samples(traceId) && this.#admission.admits();
  }

  write(span: FinishedSpan): void {
    this.#ids.next(span.traceId, span.spanId);
    const { name, kind, attributes, link } = span;
    const startTime = instantOf(span.startedAt);
    const links = link ? [{ context: link }] : [];
    const written = this.#tracer.startSpan(
      name,
      { kind, attributes, startTime, links },
      contextOf(span),
    );
    if (span.failed === true) written.setStatus({ code: SpanStatusCode.ERROR });
    written.end(instantOf(Math.max(span.startedAt, span.endedAt)));
  }
}

function contextOf({ traceId, parentId }: FinishedSpan) {
  if (parentId === null) return ROOT_CONTEXT;
  const parent = { traceId, spanId: parentId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}

/** Seconds and nanoseconds. The library would take a plain number below the process's start for a duration. */
function instantOf(epochMs: number): HrTime {
  const seconds = Math.floor(epochMs / 1_000);
  return [seconds, Math.round((epochMs - seconds * 1_000) * 1_000_000)];
}
