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
    data.guarded(() => data.load.messagesBackTo(conversationId, messageId)).catch(() => undefined);
  }, [data, conversationId, messageId, isThreadLoaded]);
}
