import type { ReadableSpan } from "@opentelemetry/sdk-trace";

/** Spans of one trace as lines, indented below their parent, in the order in which they ended. */
export function treeOf(spans: readonly ReadableSpan[], traceId: string): string[] {
  const own = spans.filter((span) => span.spanContext().traceId === traceId);
  const ids = new Set(own.map((span) => span.spanContext().spanId));
  const roots = own.filter(({ parentSpanContext: parent }) => !ids.has(parent?.spanId ?? ""));
  return roots.flatMap((root) => linesBelow(own, root, 0));
}

/** Ids of all traces, in the order in which their first spans ended. */
export function traceIdsOf(spans: readonly ReadableSpan[]): string[] {
  return [...new Set(spans.map((span) => span.spanContext().traceId))];
}

function linesBelow(spans: readonly ReadableSpan[], span: ReadableSpan, depth: number): string[] {
  const children = spans
    .filter(({ parentSpanContext }) => parentSpanContext?.spanId === span.spanContext().spanId)
    .toSorted((one, other) => epochMsOf(one.endTime) - epochMsOf(other.endTime));
  const tookMs = epochMsOf(span.endTime) - epochMsOf(span.startTime);
  const line = `${"  ".repeat(depth)}${span.name}, ${tookMs} ms${factsOf(span)}`;
  return [line, ...children.flatMap((child) => linesBelow(spans, child, depth + 1))];
}

const shown = ["parley.outcome", "parley.state", "parley.reason", "http.response.status_code"];

function factsOf({ attributes, status }: ReadableSpan): string {
  const facts = shown.flatMap((name) => (name in attributes ? [String(attributes[name])] : []));
  return [...facts, ...(status.code === 2 ? ["error"] : [])].map((fact) => `, ${fact}`).join("");
}

export function epochMsOf([seconds, nanoseconds]: readonly [number, number]): number {
  return Math.round(seconds * 1_000 + nanoseconds / 1_000_000);
}
