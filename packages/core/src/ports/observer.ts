import type { ServiceIdentifier } from "inversify";
import type { FailureReason } from "../model/delivery.ts";
import type { LaneKind } from "../model/lane.ts";

/** What happened, in ids, counts and durations; never a secret, visitor text or contact detail. */
export type GatewayEvent =
  | {
      readonly type: "accepted";
      readonly channelId: string;
      readonly conversationId: string;
      readonly sequences: readonly number[];
      readonly warnings: number;
      readonly created: boolean;
    }
  | { readonly type: "repeated"; readonly channelId: string; readonly conversationId: string }
  | { readonly type: "refused"; readonly channelId: string; readonly code: number }
  | {
      readonly type: "queued";
      readonly channelId: string;
      readonly conversationId: string;
      readonly sequences: readonly number[];
    }
  | {
      readonly type: "attempted";
      readonly kind: LaneKind;
      readonly channelId: string;
      readonly conversationId: string;
      readonly sequence: number;
      readonly attempt: number;
      readonly outcome: string;
      readonly durationMs: number;
    }
  | {
      readonly type: "delivered";
      readonly kind: LaneKind;
      readonly channelId: string;
      readonly conversationId: string;
      readonly sequence: number;
      readonly waitedMs: number;
    }
  | {
      readonly type: "failed";
      readonly kind: LaneKind;
      readonly channelId: string;
      readonly conversationId: string;
      readonly sequence: number;
      readonly reason: FailureReason;
    }
  | {
      readonly type: "committed";
      readonly appends: number;
      readonly settlements: number;
      readonly durationMs: number;
    }
  | { readonly type: "store-failed"; readonly operation: string }
  | { readonly type: "stale"; readonly kind: LaneKind; readonly conversationId: string }
  | { readonly type: "paused"; readonly gapMs: number; readonly leases: number };

/** Called by the engine; implemented by telemetry, live views and tests. Any number may be bound. */
export interface Observer {
  /** Must return quickly; what it throws is logged and otherwise ignored. */
  notice(event: GatewayEvent): void;
}
export const Observer = Symbol.for("@parley/core/Observer") as ServiceIdentifier<Observer>;
