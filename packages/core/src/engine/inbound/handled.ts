import type { Handled } from "../../model/turn.ts";
import type { Lease } from "../../ports/stores/message-store.ts";

/**
 * What a call under this lease tells the plugin about itself. A lease is counted before the plugin is called, and one
 * under which nothing was done is granted anew with the same number.
 */
export function handledUnder({ lane, token, attempt, head }: Lease): Handled {
  const { conversationId, kind } = lane;
  const wasSentBefore = head.sequence !== head.messageSequence && kind !== "reports";
  return {
    turn: { conversationId, kind, token },
    mayBeRepeat: attempt > 1 || wasSentBefore,
  };
}
