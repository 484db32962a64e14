import { withMessage, withMessageState } from "./inbox-live.ts";
import type { InboxState } from "./inbox-state.ts";
import type { Sent } from "../live/sent-news.ts";

/** Applies a confirmation from the gateway to the inbox. */
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
  // Otherwise the stream has already brought a newer state.
  if (shown?.failure !== failure) return state;
  return withMessageState(state, { conversationId, id, state: "waiting" });
}
