import type { ServiceIdentifier } from "inversify";
import type { FailureReason } from "../../model/delivery.ts";
import type { LaneKind } from "../../model/lane.ts";

/**
 * An event of the engine: ids, counts, instants (epoch milliseconds) and durations. Never a secret, visitor text or
 * contact detail.
 * `sequence` names a message and `deliverySequence` one delivery of it; they differ once the message was sent
 * again. On lanes of reports and notices `sequence` names the message that they are about.
 */
export type GatewayEvent =
  | {
      readonly type: "accepted";
      readonly channelId: string;
      readonly conversationId: string;
      readonly sequences: readonly number[];
      readonly warnings: number;
      readonly created: boolean;
      /** The instant at which the inbox received the body. */
      readonly startedAt: number;
      /** W3C `traceparent` of the request, as received; only when the ingress is configured to trust it. */
      readonly traceParent?: string;
    }
  | { readonly type: "repeated"; readonly channelId: string; readonly conversationId: string }
  | {
      readonly type: "refused";
      readonly channelId: string;
      readonly code: number;
      /** Path of the field at fault, such as `sender.id`. */
      readonly field?: string;
    }
  /** An unknown channel or a wrong channel secret. The event does not tell which. */
  | { readonly type: "turned-away" }
  | {
      readonly type: "queued";
      readonly channelId: string;
      readonly conversationId: string;
      readonly sequences: readonly number[];
      readonly deliverySequences: readonly number[];
    }
  /** An agent's message was refused. */
  | { readonly type: "not-queued"; readonly conversationId: string; readonly code: number }
  | {
      readonly type: "attempted";
      readonly kind: LaneKind;
      /** Name of the backend whose lane it is; on the outbound lane, of the one that sent the message. */
      readonly backend: string;
      readonly channelId: string;
      readonly conversationId: string;
      readonly sequence: number;
      readonly deliverySequence: number;
      readonly attempt: number;
      readonly outcome: string;
      /** HTTP status of the answer, when there was an answer that was not positive. */
      readonly status?: number;
      readonly startedAt: number;
      readonly durationMs: number;
    }
  /** The agent app asked for a pause. It is no attempt. */
  | {
      readonly type: "postponed";
      readonly kind: LaneKind;
      /** Name of the backend whose lane it is; on the outbound lane, of the one that sent the message. */
      readonly backend: string;
      readonly channelId: string;
      readonly conversationId: string;
      readonly sequence: number;
      readonly deliverySequence: number;
      /** As in `LaterReceipt`. */
      readonly scope: "event" | "backend";
      readonly forMs: number;
      /** The instant since which the agent app has postponed this event. More than a day ago: nobody gets it. */
      readonly since: number;
      readonly startedAt: number;
      readonly durationMs: number;
    }
  | {
      readonly type: "delivered";
      readonly kind: LaneKind;
      /** Name of the backend whose lane it is; on the outbound lane, of the one that sent the message. */
      readonly backend: string;
      readonly channelId: string;
      readonly conversationId: string;
      readonly sequence: number;
      readonly deliverySequence: number;
      /** Attempts begun, this one included. */
      readonly attempts: number;
      readonly acceptedAt: number;
      readonly waitedMs: number;
    }
  | {
      readonly type: "failed";
      readonly kind: LaneKind;
      /** Name of the backend whose lane it is; on the outbound lane, of the one that sent the message. */
      readonly backend: string;
      readonly channelId: string;
      readonly conversationId: string;
      readonly sequence: number;
      readonly deliverySequence: number;
      readonly attempts: number;
      readonly acceptedAt: number;
      readonly waitedMs: number;
      readonly reason: FailureReason;
    }
  | {
      readonly type: "committed";
      readonly appends: number;
      readonly settlements: number;
      readonly durationMs: number;
    }
  /** A conversation's owner was changed by this node. */
  | {
      readonly type: "owner-changed";
      readonly conversationId: string;
      /** As in `OwnerChange`. */
      readonly name: string;
      /** Names of backends; `null`: nobody's. */
      readonly from: string | null;
      readonly to: string | null;
    }
  | { readonly type: "store-failed"; readonly operation: string }
  | { readonly type: "stale"; readonly kind: LaneKind; readonly conversationId: string }
  | { readonly type: "paused"; readonly gapMs: number; readonly leases: number };

/** Called by the engine; implemented by telemetry, live views and tests. Any number may be bound. */
export interface Observer {
  /** Must return quickly. An error that it throws is logged and otherwise ignored. */
  notice(event: GatewayEvent): void;
}
export const Observer = Symbol.for("@parley/core/Observer") as ServiceIdentifier<Observer>;
