import { withMessage, withMessageState } from "./inbox-live.ts";
import type { InboxState } from "./inbox-state.ts";
import type { Sent } from "../live/sent-news.ts";

/** The inbox after the gateway took something from this page. */
export function reduceSent(state: InboxState, sent: Sent): InboxState {
  const { conversationId } = sent;
  if (sent.type === "sent") {
    return sent.messages.reduce(
      (before, message) => withMessage(before, { conversationId, message }, null),
      state,
    );
  }
  const { id, failure } = sent;
  const shown = state.threads[conversationId]?.messages.find((message) => message.id === id);
  // Otherwise the stream has told of it already, and perhaps what became of it.
  if (shown?.failure !== failure) return state;
  return withMessageState(state, { conversationId, id, state: "waiting" });
}
