import { InboxData } from "../../page/conversations/data/inbox-data.ts";
import {
  conversationQuery,
  listQuery,
  threadQuery,
} from "../../page/conversations/data/queries.ts";
import { everything, type InboxView } from "../../page/conversations/inbox-view.ts";
import type { ConversationView } from "../../src/conversations/conversation-view.ts";
import type { MessageView } from "../../src/conversations/message-view.ts";
import type { LiveEvent } from "../../src/live/live-event.ts";
import type { FakeGateway } from "./fake-gateway.ts";

export const sender = (id: string, lastMessageAt: number): ConversationView => ({
  id,
  channelId: "shop",
  visitor: { id },
  lastMessageAt,
});
export const conversation = (id: string, lastMessageAt: number, unread = 0): ConversationView => ({
  ...sender(id, lastMessageAt),
  unread,
});
export const message = (id: string, more: Partial<MessageView> = {}): MessageView => ({
  id,
  direction: "inbound",
  type: "text",
  text: id,
  state: "delivered",
  at: Number(id),
  ...more,
});
export const outbound = { direction: "outbound", state: "waiting" } as const;
export const arrives = (id: string, view: MessageView): LiveEvent => ({
  type: "message",
  data: { conversationId: id, message: view, conversation: sender(id, view.at) },
});
export const away = { available: false, withoutPage: false, present: false, anyAvailable: false };

/** The data of an agent who sees the conversation `seen`. */
export function inbox(seen: string | null = null) {
  const data = new InboxData({ accountId: "me", presence: away, onSignedOut: () => {} });
  data.watch((id) => id === seen);
  const show = (query: object) => void data.keep(query as Parameters<InboxData["keep"]>[0]);
  return {
    data,
    showList: (view: InboxView = everything) => show(listQuery(data, view)),
    showThread: (id: string) => show(threadQuery(data, id)),
    showConversation: (id: string) => show(conversationQuery(data, id)),
    hear: (...events: LiveEvent[]) => events.forEach((event) => data.hear(event)),
    listed: (view: InboxView = everything) =>
      data.cache.list(view)?.conversations.map(({ id }) => id),
    shown: (id: string) => data.cache.thread(id)?.messages.map((each) => each.id),
    last: (id: string) => data.cache.thread(id)?.messages.at(-1),
    unread: (id: string) => data.cache.find(id)?.unread,
  };
}

/** With the list of `b` and `a`, and the thread of `a` with one message. */
export async function loaded(gateway: FakeGateway, seen: string | null = null) {
  const bench = inbox(seen);
  bench.showList();
  bench.showThread("a");
  await gateway.answer("/conversations", {
    conversations: [conversation("b", 2), conversation("a", 1)],
    next: null,
  });
  await gateway.answer("/conversations/a/messages", { messages: [message("1")], next: "1" });
  return bench;
}
