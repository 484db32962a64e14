import type { LiveEvent } from "../../src/live/live-event.ts";
import type { MessageView } from "../../src/conversations/message-view.ts";
import { mergeConversations, mergeMessages, upToDate, without } from "./inbox-merge.ts";
import type { InboxAction, InboxState } from "./inbox-state.ts";

const statesLimit = 500;
const earlyLimit = 20;

/** Applies a live event to the inbox. */
export function reduceLive(state: InboxState, action: InboxAction & { type: "live" }): InboxState {
  const { event, accountId, openId, now } = action;
  switch (event.type) {
    case "message":
      return withMessage(state, event.data, openId);
    case "state":
      return withMessageState(state, event.data);
    case "typing": {
      const { conversationId, type } = event.data;
      const rest = without(state.typing, conversationId);
      return { ...state, typing: type === "typein" ? { ...rest, [conversationId]: now } : rest };
    }
    case "writing":
      return event.data.accountId === accountId ? state : withWriter(state, event.data, now);
    case "presence": {
      const { accountId: ofId, ...presence } = event.data;
      const { anyAvailable } = presence;
      return {
        ...state,
        presence: ofId === accountId ? presence : { ...state.presence, anyAvailable },
      };
    }
    case "account":
    case "draft":
    case "erased":
    case "signed-out":
    case "reset":
      return state;
  }
}

function withWriter(
  state: InboxState,
  { conversationId, accountId, name, type }: (LiveEvent & { type: "writing" })["data"],
  since: number,
): InboxState {
  const rest = without(state.writing, conversationId);
  const writer = { accountId, name, since };
  return { ...state, writing: type === "typein" ? { ...rest, [conversationId]: writer } : rest };
}

export function withMessage(
  state: InboxState,
  data: (LiveEvent & { type: "message" })["data"],
  openId: string | null,
): InboxState {
  const { conversationId: id } = data;
  const message = upToDate(state, id, data.message);
  const inbound = message.direction === "inbound";
  const known = data.conversation ?? state.conversations?.find((each) => each.id === id);
  const isNews = inbound && id !== openId && !isKnown(state, id, message);
  return {
    ...state,
    conversations:
      known === undefined
        ? state.conversations
        : mergeConversations(state.conversations ?? [], [
            { ...known, lastMessage: message, lastMessageAt: message.at },
          ]),
    ...kept(state, id, message),
    typing: inbound ? without(state.typing, id) : state.typing,
    writing: inbound ? state.writing : without(state.writing, id),
    unread: isNews ? { ...state.unread, [id]: (state.unread[id] ?? 0) + 1 } : state.unread,
  };
}

/** The same event may arrive from two nodes. */
function isKnown(
  { threads, early, conversations }: InboxState,
  id: string,
  message: MessageView,
): boolean {
  const last = conversations?.find((each) => each.id === id)?.lastMessage;
  const shown = [...(threads[id]?.messages ?? []), ...(early[id] ?? []), last];
  return shown.some((each) => each?.id === message.id);
}

/** Adds a live message to its thread, or sets it aside until the thread is loaded. */
function kept(
  { threads, early }: InboxState,
  id: string,
  message: MessageView,
): Pick<InboxState, "threads" | "early"> {
  const thread = threads[id];
  if (thread === undefined) {
    const messages = mergeMessages(early[id] ?? [], [message]).slice(-earlyLimit);
    return { threads, early: { ...early, [id]: messages } };
  }
  const messages = mergeMessages(thread.messages, [message]);
  return { threads: { ...threads, [id]: { ...thread, messages } }, early };
}

export function withMessageState(
  state: InboxState,
  { conversationId, id, ...messageState }: (LiveEvent & { type: "state" })["data"],
): InboxState {
  const change = (message: MessageView): MessageView => {
    if (message.id !== id) return message;
    const { failure: _, ...rest } = message;
    return { ...rest, ...messageState } as MessageView;
  };
  const thread = state.threads[conversationId];
  const kept = Object.keys(state.states).length < statesLimit ? state.states : {};
  return {
    ...state,
    states: { ...kept, [`${conversationId}/${id}`]: messageState },
    threads:
      thread === undefined
        ? state.threads
        : {
            ...state.threads,
            [conversationId]: { ...thread, messages: thread.messages.map(change) },
          },
    conversations:
      state.conversations?.map((each) =>
        each.id === conversationId && each.lastMessage !== undefined
          ? { ...each, lastMessage: change(each.lastMessage) }
          : each,
      ) ?? null,
  };
}
