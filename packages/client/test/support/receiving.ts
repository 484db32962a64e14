import { type AgentMessage, createReceiver, type ReceiverOptions } from "../../src/index.ts";
import { agentRequest, answerOf } from "./agent-request.ts";

/** A receiver that keeps what it is called with. */
export function receiving(options: Partial<ReceiverOptions> = {}) {
  const events: AgentMessage[] = [];
  const errors: unknown[] = [];
  const receiver = createReceiver({
    onMessage: (event) => void events.push(event),
    onError: (error) => void errors.push(error),
    ...options,
  });
  const post = async (...request: Parameters<typeof agentRequest>) =>
    answerOf(await receiver(agentRequest(...request)));
  return { receiver, events, errors, post };
}
