import { isSpanContextValid, type SpanContext } from "@opentelemetry/api";

const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Reads a W3C `traceparent`; `null` for anything else. */
export function readTraceParent(text: string | undefined): SpanContext | null {
  const [, traceId = "", spanId = "", flags = "0"] = form.exec(text ?? "") ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(context) ? context : null;
}
