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

/** A span that is over: ids, codes and instants, nothing that anybody wrote. */
export interface FinishedSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly traceId: string;
  readonly spanId: string;
  /** `null`: the first of its trace. */
  readonly parentId: string | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Attributes;
  readonly failed?: boolean;
  /** A span of somebody else that this one followed from. */
  readonly link?: SpanContext | null;
}

/** What decides about a span before it costs anything. */
export interface SpanAdmission {
  /** Whether a trace is kept: the same answer for all of its spans, on every node. */
  samples(traceId: string): boolean;
  /** Whether there is room for one more span. */
  admits(): boolean;
}

/** Writes spans with ids of our own choice. */
export class SpanWriter {
  readonly #tracer: Tracer;
  readonly #ids: DerivedIds;
  readonly #admission: SpanAdmission;

  constructor(tracer: Tracer, ids: DerivedIds, admission: SpanAdmission) {
    this.#tracer = tracer;
    this.#ids = ids;
    this.#admission = admission;
  }

  /** Ask before anything is worked out for `write`. */
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

/** In seconds and nanoseconds: a bare number below the process's start would be taken for a duration. */
function instantOf(epochMs: number): HrTime {
  const seconds = Math.floor(epochMs / 1_000);
  return [seconds, Math.round((epochMs - seconds * 1_000) * 1_000_000)];
}
