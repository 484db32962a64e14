import type { CallFacts } from "../../model/turn.ts";
import type { Lease } from "../../ports/stores/message-store.ts";

/**
 * What a call under this lease tells the plugin about itself. A lease is counted before the plugin is called, and one
 * under which nothing was done is granted anew with the same number.
 */
export function callFactsOf({ lane, token, attempt, head, pausedSince }: Lease): CallFacts {
  const { conversationId, kind } = lane;
  const isMessage = kind === "inbound" || kind === "outbound";
  const wasSentBefore = head.sequence !== head.messageSequence && isMessage;
  return {
    turn: { conversationId, kind, token },
    mayBeRepeat: attempt > 1 || pausedSince !== null || wasSentBefore,
  };
}
