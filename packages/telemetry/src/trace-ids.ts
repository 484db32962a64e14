import { hash } from "node:crypto";
import type { IdGenerator } from "@opentelemetry/sdk-trace";

/** What a span stands for, part of its id. */
export type SpanRole = "message" | "journey" | "queued" | `attempt-${number}`;

/**
 * The trace of a message, from the id of its first delivery: every node, and a process that comes after a crash, finds
 * the same one without having been told.
 */
export function traceIdOf(messageId: string): string {
  return hash("sha256", `parley trace ${messageId}`).slice(0, 32);
}

/** The id of a span, likewise. */
export function spanIdOf(role: SpanRole, deliveryId: string): string {
  return hash("sha256", `parley ${role} ${deliveryId}`).slice(0, 16);
}

/** Hands out the ids that the next span is to have. */
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
