import { type Attributes, SpanKind } from "@opentelemetry/api";
import { type Clock, deliveryIdOf, type GatewayEvent, type Observer } from "@parley/core";
import type { RecentVisitors } from "./recent-visitors.ts";
import type { SpanWriter } from "./span-writer.ts";
import { spanIdOf, traceIdOf } from "./trace-ids.ts";
import { readTraceParent } from "./trace-parent.ts";

type EventOf<Type extends GatewayEvent["type"]> = Extract<GatewayEvent, { readonly type: Type }>;
type Settled = EventOf<"delivered"> | EventOf<"failed">;
type OnLane = Settled | EventOf<"attempted">;

/** The position of a span: its trace and its parent. */
interface Place {
  readonly traceId: string;
  readonly parentId: string | null;
}

const journeyNames = {
  inbound: "visitor message to agent app",
  outbound: "agent message to integrating system",
  reports: "delivery report to agent app",
  notices: "notice of a delivered message to agent app",
} as const;

/** Outcomes of a successful attempt. */
const goodOutcomes: ReadonlySet<string> = new Set(["taken", "positive"]);

/**
 * One trace per visitor message: its acceptance, the attempts at the agent app, its delivery; then the reply that
 * followed it, the reply's attempts and its end.
 * A span is written when it has ended. Its ids are derived from the message, so that every node uses the same ones.
 */
export class GatewayTraces implements Observer {
  readonly #writer: SpanWriter;
  readonly #visitors: RecentVisitors;
  readonly #clock: Clock;

  constructor(writer: SpanWriter, visitors: RecentVisitors, clock: Clock) {
    this.#writer = writer;
    this.#visitors = visitors;
    this.#clock = clock;
  }

  notice(event: GatewayEvent): void {
    switch (event.type) {
      case "accepted":
        return event.sequences.forEach((sequence) => this.#accepted(event, sequence));
      case "queued":
        return event.sequences.forEach((sequence, index) =>
          this.#queued(event, sequence, event.deliverySequences[index] ?? sequence),
        );
      case "attempted":
        return this.#attempted(event);
      case "delivered":
      case "failed":
        return this.#settled(event);
      default:
    }
  }

  #accepted(event: EventOf<"accepted">, sequence: number): void {
    const { conversationId, startedAt, warnings, created } = event;
    this.#visitors.heard(conversationId, sequence);
    const messageId = deliveryIdOf(conversationId, sequence);
    const traceId = traceIdOf(messageId);
    if (!this.#writer.wants(traceId)) return;
    this.#writer.write({
      name: "visitor message accepted",
      kind: SpanKind.SERVER,
      traceId,
      spanId: spanIdOf("message", messageId),
      parentId: null,
      startedAt,
      endedAt: this.#clock.now(),
      attributes: {
        ...aboutMessage(event, sequence),
        "parley.warnings": warnings,
        "parley.conversation.opened": created,
      },
      link: readTraceParent(event.traceParent),
    });
  }

  #queued(event: EventOf<"queued">, sequence: number, deliverySequence: number): void {
    const place = this.#placeOfReply(event.conversationId, sequence);
    if (!this.#writer.wants(place.traceId)) return;
    const now = this.#clock.now();
    this.#writer.write({
      name: "agent message queued",
      kind: SpanKind.PRODUCER,
      ...place,
      spanId: spanIdOf("queued", deliveryIdOf(event.conversationId, deliverySequence)),
      startedAt: now,
      endedAt: now,
      attributes: aboutMessage(event, sequence),
    });
  }

  #attempted(event: EventOf<"attempted">): void {
    const { attempt, outcome, status, startedAt, durationMs } = event;
    const deliveryId = deliveryIdOf(event.conversationId, event.deliverySequence);
    const { traceId } = this.#placeOf(event);
    if (!this.#writer.wants(traceId)) return;
    this.#writer.write({
      name: `${journeyNames[event.kind]}: attempt`,
      kind: SpanKind.CLIENT,
      traceId,
      spanId: spanIdOf(`attempt-${attempt}`, deliveryId),
      parentId: spanIdOf("journey", deliveryId),
      startedAt,
      endedAt: startedAt + durationMs,
      attributes: {
        ...aboutMessage(event, event.sequence),
        "parley.backend": event.backend,
        "parley.attempt": attempt,
        "parley.outcome": outcome,
        ...(status !== undefined && { "http.response.status_code": status }),
      },
      failed: !goodOutcomes.has(outcome),
    });
  }

  #settled(event: Settled): void {
    const { attempts, acceptedAt, type } = event;
    const place = this.#placeOf(event);
    if (!this.#writer.wants(place.traceId)) return;
    this.#writer.write({
      name: journeyNames[event.kind],
      kind: SpanKind.CONSUMER,
      ...place,
      spanId: spanIdOf("journey", deliveryIdOf(event.conversationId, event.deliverySequence)),
      startedAt: acceptedAt,
      endedAt: this.#clock.now(),
      attributes: {
        ...aboutMessage(event, event.sequence),
        "parley.backend": event.backend,
        "parley.attempts": attempts,
        "parley.state": type,
        ...(type === "failed" && { "parley.reason": event.reason }),
      },
      failed: type === "failed",
    });
  }

  #placeOf(event: OnLane): Place {
    const { kind, conversationId, sequence } = event;
    if (kind !== "inbound") return this.#placeOfReply(conversationId, sequence);
    this.#visitors.heard(conversationId, sequence);
    return placeBelow(deliveryIdOf(conversationId, sequence));
  }

  /** For replies and the reports of their failure. */
  #placeOfReply(conversationId: string, sequence: number): Place {
    const before = this.#visitors.upTo(conversationId, sequence);
    const own = deliveryIdOf(conversationId, sequence);
    if (before !== null) return placeBelow(deliveryIdOf(conversationId, before));
    return { traceId: traceIdOf(own), parentId: null };
  }
}

function placeBelow(messageId: string): Place {
  return { traceId: traceIdOf(messageId), parentId: spanIdOf("message", messageId) };
}

function aboutMessage(
  event: { readonly channelId: string; readonly conversationId: string },
  sequence: number,
): Attributes {
  return {
    "parley.channel.id": event.channelId,
    "parley.conversation.id": event.conversationId,
    "parley.message.sequence": sequence,
  };
}
