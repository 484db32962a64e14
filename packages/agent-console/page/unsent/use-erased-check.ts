import { useEffect } from "react";
import type { ConversationView } from "../../src/conversations/conversation-view.ts";
import { api } from "../api/api.ts";
import { isGone, isMovedAway } from "../api/call.ts";
import { useUnsent } from "./unsent-context.ts";
import { conversationsOf } from "./unsent-state.ts";

/**
 * After each reconnect, reads the drafts of the agent's other devices, and checks whether the conversations of unsent
 * texts still exist. Deletes the texts of erased ones. Passes the others to `onFound`, since the loaded list may not
 * contain them.
 */
export function useErasedCheck(
  contact: string | null,
  onFound: (conversation: ConversationView) => void,
): void {
  const { store, queue, drafts } = useUnsent();
  useEffect(() => {
    if (contact === null) return;
    let ended = false;
    const look = async (): Promise<void> => {
      for (const id of conversationsOf(store.getState())) {
        try {
          const conversation = await api.conversation(id);
          store.setAway(id, false);
          if (!ended) onFound(conversation);
        } catch (error) {
          if (isMovedAway(error)) store.setAway(id, true);
          if (isGone(error)) drafts.erased(id);
        }
        if (ended) return;
      }
    };
    queue.reconnected();
    void drafts.start();
    void look();
    return () => {
      ended = true;
    };
  }, [contact, store, queue, drafts, onFound]);
}
