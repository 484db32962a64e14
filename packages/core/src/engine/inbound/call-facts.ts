import type { CallFacts } from "../../model/turn.ts";
import type { Lease } from "../../ports/stores/message-store.ts";

/**
 * What a call under this lease tells the plugin about itself. A lease is counted before the plugin is called, and one
 * under which nothing was done is granted anew with the same number.
 */
export function callFactsOf(lease: Lease): CallFacts {
  const { lane, token, attempt, head, pausedSince } = lease;
  const { conversationId, kind } = lane;
  const isMessage = kind === "inbound" || kind === "outbound";
  const wasSentBefore = head.sequence !== head.messageSequence && isMessage;
  return {
    turn: { conversationId, kind, token },
    mayBeRepeat: attempt > 1 || pausedSince !== null || wasSentBefore || mayBeBack(lease),
  };
}

/**
 * Whether the backend may have had the event when it owned the conversation before. A new owner's lane starts anew, so
 * it does not tell; only from the second change on can a backend be an owner again.
 */
function mayBeBack({ lane, isOwnerChange, conversation }: Lease): boolean {
  return lane.kind === "inbound" && !isOwnerChange && conversation.owner.fence > 1;
}
