import type { DurableEvent } from "../events/agent-event.ts";
import type { EventFacts } from "./open-event.ts";

/** What the state keeps of an event: ids and figures, and nothing that a visitor or a shop wrote. */
export function factsOf(event: DurableEvent): EventFacts {
  if (event.type === "visitor.message") {
    const { type, id, conversationId, channelId, sequence, fence } = event;
    return { type, id, conversationId, channelId, sequence, fence };
  }
  const { mayBeRepeat: _mayBeRepeat, ...facts } = event;
  if (facts.type !== "delivery.report") return facts;
  const { description: _description, ...report } = facts;
  return report;
}
