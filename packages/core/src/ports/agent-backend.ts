import type { ServiceIdentifier } from "inversify";
import type { DeliveryReport } from "../model/report.ts";
import type { VisitorEvent } from "../model/visitor-event.ts";

/** §3: `0` agents are offline, `1` agents are online. */
export type Availability = 0 | 1;

/**
 * The backend's answer to one event.
 * - `taken`: the agent app has stored the event durably; core does not send it again.
 * - `rejected`: the agent app can never take this event. It becomes a dead letter with `reason` as its description.
 * - `later`: the agent app asks for a pause. It counts neither as an attempt nor as a failure.
 * An error, or 10 s without an answer, is a failed attempt: core tries again after 1 to 60 s.
 */
export type Receipt =
  | { readonly outcome: "taken" }
  | { readonly outcome: "rejected"; readonly reason: string }
  | LaterReceipt;

/** A pause. A negative `inMs`, one that is no number, and an unknown `scope` make the answer a failed attempt. */
export interface LaterReceipt {
  readonly outcome: "later";
  /** From 1 s to one hour; shorter and longer ones are taken as those. Default: 10 s. */
  readonly inMs?: number | undefined;
  /**
   * `event`: this event, and what waits behind it in its conversation. `backend`: every message, report and notice,
   * on all nodes. `Readiness.ready` ends either early. Default: `event`.
   */
  readonly scope?: "event" | "backend";
}

/**
 * Called by the dispatcher and the inbox; implemented by each agent app. An agent app needs to implement no other
 * port.
 */
export interface AgentBackend {
  /**
   * Whether an agent could answer on this channel now. After 1 s without an answer, or after an error, core takes
   * `0`.
   */
  availability(channelId: string): Promise<Availability>;
  /**
   * One visitor message. Within a conversation, messages come in order and one at a time. A message may come again,
   * with the same `event.id`.
   */
  receive(event: VisitorEvent, signal: AbortSignal): Promise<Receipt>;
  /**
   * Tells that a message of this backend was not delivered, or that it could not take one of the visitor's. A
   * report may come again.
   */
  report(report: DeliveryReport, signal: AbortSignal): Promise<Receipt>;
}
export const AgentBackend = Symbol.for(
  "@parley/core/AgentBackend",
) as ServiceIdentifier<AgentBackend>;
