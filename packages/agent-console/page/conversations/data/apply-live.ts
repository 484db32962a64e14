import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import type { MessageState, MessageView } from "../../../src/conversations/message-view.ts";
import type { LiveEvent } from "../../../src/live/live-event.ts";
import type { Sent } from "../../live/sent-news.ts";
import { withOwner } from "./list-data.ts";
import type { InboxCache } from "./inbox-cache.ts";
import type { LiveJournal } from "./live-journal.ts";
import { inState, withMessages, withState } from "./thread-data.ts";

type Data<Type extends LiveEvent["type"]> = Extract<LiveEvent, { readonly type: Type }>["data"];

export interface LiveTarget {
  readonly cache: InboxCache;
  readonly journal: LiveJournal;
  readonly accountId: string;
  /** Whether the agent sees this conversation now. */
  readonly isSeen: (conversationId: string) => boolean;
  /** A conversation that is not loaded has a new message. */
  readonly onUnknownConversation: (conversationId: string) => void;
  /** A message that the loaded thread does not have has a new state. */
  readonly onUnknownMessage: (conversationId: string) => void;
  /** A conversation that the page may read got another owner. */
  readonly onOwner: (conversationId: string) => void;
  /** Part of a conversation was read in another page. */
  readonly onPartlyRead: (conversationId: string) => void;
  readonly now: () => number;
}

/** Writes a live event into the query cache. */
export function applyLive(target: LiveTarget, event: LiveEvent): void {
  const { cache, accountId, now } = target;
  switch (event.type) {
    case "message":
      return applyMessage(target, event.data);
    case "state":
      return applyState(target, event.data);
    case "typing": {
      const { conversationId, type } = event.data;
      return cache.setTyping(conversationId, type === "typein" ? now() : null);
    }
    case "writing": {
      const { conversationId, type, accountId: writerId, name } = event.data;
      if (writerId === accountId) return;
      const writer = { accountId: writerId, name, since: now() };
      return cache.setWriter(conversationId, type === "typein" ? writer : null);
    }
    case "presence": {
      const { accountId: ofId, ...presence } = event.data;
      const own = cache.presence();
      if (ofId === accountId) return cache.setPresence(presence);
      if (own !== undefined) {
        cache.setPresence({ ...own, anyAvailable: presence.anyAvailable });
      }
      return;
    }
    case "read":
      if (event.data.accountId === accountId) applyRead(target, event.data);
      return;
    case "owner":
      return applyOwner(target, event.data);
    case "erased":
      target.journal.remove(event.data.conversationId);
      return cache.remove(event.data.conversationId);
    case "lists":
    case "draft":
    case "account":
    case "signed-out":
    case "reset":
      return;
  }
}

function applyOwner(target: LiveTarget, data: Data<"owner">): void {
  const { cache, journal } = target;
  const { conversationId: id, answeredBy, isReadable } = data;
  if (isReadable) {
    journal.hearOwner(id, answeredBy);
    cache.setMoved(id, null);
    cache.change(id, (conversation) => withOwner(conversation, answeredBy));
    return target.onOwner(id);
  }
  journal.remove(id);
  journal.hearOwner(id, "away");
  cache.setMoved(id, answeredBy ?? "");
  cache.remove(id);
}

/** Writes a confirmation by the gateway into the query cache. */
export function applySent(target: LiveTarget, sent: Sent): void {
  const { conversationId } = sent;
  if (sent.type === "sent") {
    for (const message of sent.messages) applyMessage(target, { conversationId, message });
    return;
  }
  const messages = target.cache.thread(conversationId)?.messages;
  const shown = messages?.find(({ id }) => id === sent.id);
  // Otherwise the stream has already brought a newer state.
  if (shown?.failure !== sent.failure) return;
  applyState(target, { conversationId, id: sent.id, state: "waiting" });
}

function applyMessage(target: LiveTarget, data: Data<"message">): void {
  const { cache, journal } = target;
  const { conversationId: id } = data;
  const message = journal.inNewestState(id, data.message);
  const loaded = cache.find(id);
  const isInbound = message.direction === "inbound";
  // Only its own event tells that a conversation has come back.
  const isForeign = { ...loaded, ...data.conversation }.answeredBy !== undefined;
  const isNews =
    isInbound && !isForeign && !target.isSeen(id) && !isKnown(target, id, message, loaded);
  journal.hearMessage(id, message);
  cache.changeThread(id, (thread) => withMessages(thread, [message]));
  if (isInbound) cache.setTyping(id, null);
  else cache.setWriter(id, null);
  const lastMessageAt = Math.max(loaded?.lastMessageAt ?? 0, message.at);
  const known =
    data.conversation === undefined ? loaded : { ...loaded, ...data.conversation, lastMessageAt };
  if (known === undefined) return target.onUnknownConversation(id);
  const next = withMessage(known, message, isNews);
  journal.hearConversation(next);
  cache.put(next);
}

/** A conversation with a further message. `isNews`: whether it counts as unread. */
export function withMessage(
  known: ConversationView,
  message: MessageView,
  isNews: boolean,
): ConversationView {
  const isNewest = Number(known.lastMessage?.id ?? 0) <= Number(message.id);
  const { unread = 0, unreadFrom = null, waitingSince = null } = known;
  const isWaiting = message.direction === "inbound" && known.answeredBy === undefined;
  const waits = isWaiting ? (waitingSince ?? message.at) : null;
  return {
    ...known,
    ...(isNewest && { lastMessage: message, waitingSince: waits }),
    lastMessageAt: Math.max(known.lastMessageAt, message.at),
    unread: isNews ? unread + 1 : unread,
    unreadFrom: isNews ? (unreadFrom ?? message.id) : unreadFrom,
  };
}

/** The same event may arrive from two nodes. What a loaded conversation ends with was counted by the gateway. */
function isKnown(
  { cache, journal }: LiveTarget,
  id: string,
  message: MessageView,
  loaded: ConversationView | undefined,
): boolean {
  if (journal.has(id, message.id)) return true;
  if (cache.thread(id)?.messages.some((each) => each.id === message.id)) return true;
  const last = loaded?.lastMessage?.id;
  if (last === undefined) return false;
  return journal.has(id, last) ? last === message.id : Number(message.id) <= Number(last);
}

function applyState(
  target: LiveTarget,
  { conversationId, id, ...state }: Data<"state"> & MessageState,
): void {
  const { cache, journal } = target;
  journal.hearState(conversationId, id, state);
  const messages = cache.thread(conversationId)?.messages;
  if (state.state !== "waiting" && messages?.every((message) => message.id !== id)) {
    target.onUnknownMessage(conversationId);
  }
  cache.changeThread(conversationId, (thread) => withState(thread, id, state));
  cache.change(conversationId, (conversation) =>
    conversation.lastMessage?.id === id
      ? { ...conversation, lastMessage: inState(conversation.lastMessage, state) }
      : conversation,
  );
}

function applyRead(target: LiveTarget, { conversationId, upTo }: Data<"read">): void {
  target.journal.hearRead(conversationId, Number(upTo));
  const conversation = target.cache.find(conversationId);
  if (conversation === undefined || conversation.unread === 0) return;
  if (Number(conversation.lastMessage?.id ?? 0) > Number(upTo)) {
    return target.onPartlyRead(conversationId);
  }
  target.cache.change(conversationId, asRead);
}

export function asRead(conversation: ConversationView): ConversationView {
  return { ...conversation, unread: 0, unreadFrom: null };
}
