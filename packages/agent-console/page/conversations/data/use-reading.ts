import { useEffect, useRef } from "react";
import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import type { ThreadState } from "../inbox-state.ts";
import { useInboxData } from "./data-context.ts";

/** Marks the open conversation as read while the agent sees it. */
export function useReading(
  conversation: ConversationView | null,
  thread: ThreadState | null,
): void {
  const data = useInboxData();
  const id = conversation?.id ?? null;
  const newest = thread?.messages.findLast(({ direction }) => direction === "inbound")?.id ?? null;
  useEffect(() => {
    // Also for every new answer: it may have left the gateway before the mark came.
    const read = (): void => {
      if (id !== null && newest !== null && !document.hidden) void data.read(id, newest);
    };
    read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, [data, id, newest, conversation]);
}

/** Id of the first message that was unread when the conversation was opened; `null`: all was read. */
export function useUnreadFrom(
  openId: string | null,
  conversation: ConversationView | null,
): string | null {
  const opened = useRef<{ readonly id: string; readonly from: string | null } | null>(null);
  if (opened.current?.id !== openId) opened.current = null;
  if (opened.current === null && conversation !== null && conversation.id === openId) {
    opened.current = { id: conversation.id, from: conversation.unreadFrom ?? null };
  }
  return opened.current?.from ?? null;
}
