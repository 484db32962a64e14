import { useEffect } from "react";
import { useInboxData } from "./data-context.ts";

/** Loads the open thread back to the message that the address names. */
export function useMessageLoaded(
  conversationId: string,
  messageId: string | null,
  isThreadLoaded: boolean,
): void {
  const data = useInboxData();
  useEffect(() => {
    if (messageId === null || !isThreadLoaded) return;
    let isWanted = true;
    data
      .guarded(() => data.load.messagesBackTo(conversationId, messageId, () => isWanted))
      .catch(() => undefined);
    return () => void (isWanted = false);
  }, [data, conversationId, messageId, isThreadLoaded]);
}
