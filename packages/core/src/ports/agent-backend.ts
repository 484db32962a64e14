import type { ServiceIdentifier } from "inversify";
import type { DeliveryReport } from "../model/report.ts";
import type { VisitorEvent } from "../model/visitor-event.ts";

/** §3: `0` agents are offline, `1` agents are online. */
export type Availability = 0 | 1;

/**
 * `taken`: the agent app has it durably; it will not be sent again. `rejected`: it will never take this event,
 * which becomes a dead letter with `reason` as its description. Throwing, or 10 s without an answer, means *later*.
 */
export type Receipt =
  | { readonly outcome: "taken" }
  | { readonly outcome: "rejected"; readonly reason: string };

/** Called by the dispatcher and the inbox; implemented by each agent app. The whole of a plugin. */
export interface AgentBackend {
  /** Whether an agent could answer on this channel now. Past 1 s, or when it throws, the answer is `0`. */
  availability(channelId: string): Promise<Availability>;
  /** One visitor message. Per conversation in order, one at a time; may come again with the same `event.id`. */
  receive(event: VisitorEvent, signal: AbortSignal): Promise<Receipt>;
  /** A message of this backend was not delivered, or one of the visitor's could not be taken. May come again. */
  report(report: DeliveryReport, signal: AbortSignal): Promise<Receipt>;
}
export const AgentBackend = Symbol.for(
  "@parley/core/AgentBackend",
) as ServiceIdentifier<AgentBackend>;
