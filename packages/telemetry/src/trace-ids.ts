import { hash } from "node:crypto";
import type { IdGenerator } from "@opentelemetry/sdk-trace";

/** What a span represents; part of its id. */
export type SpanRole = "message" | "journey" | "queued" | `attempt-${number}`;

/**
 * The trace id of a message, derived from the id of its first delivery. So every node derives the same id, also
 * after a crash.
 */
export function traceIdOf(messageId: string): string {
  return hash("sha256", `parley trace ${messageId}`).slice(0, 32);
}

/** The id of a span, derived in the same way. */
export function spanIdOf(role: SpanRole, deliveryId: string): string {
  return hash("sha256", `parley ${role} ${deliveryId}`).slice(0, 16);
}

/** Gives the next span the ids set by `next`. */
export class DerivedIds implements IdGenerator {
  #traceId = "";
  #spanId = "";

  next(traceId: string, spanId: string): void {
    this.#traceId = traceId;
    this.#spanId = spanId;
  }

  generateTraceId(): string {
    return this.#traceId;
  }

  generateSpanId(): string {
    return this.#spanId;
  }
}
