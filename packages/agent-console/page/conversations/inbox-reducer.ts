import type { MessagePage } from "../api/api.ts";
import { reduceLive } from "./inbox-live.ts";
import { keptBeside, mergeConversations, mergeMessages, upToDate, without } from "./inbox-merge.ts";
import { reduceSent } from "./inbox-sent.ts";
import type { InboxAction, InboxState } from "./inbox-state.ts";

/** The inbox after an action. All state changes of the inbox happen here. */
export function reduceInbox(state: InboxState, action: InboxAction): InboxState {
  switch (action.type) {
    case "conversations":
      return {
        ...state,
        conversations: mergeConversations(
          action.older ? (state.conversations ?? []) : keptBeside(state, action.page),
          action.page.conversations,
        ),
        next: action.page.next,
      };
    case "conversation":
    case "found":
      return {
        ...state,
        found:
          action.type === "found" ? new Set([...state.found, action.conversation.id]) : state.found,
        conversations: mergeConversations(state.conversations ?? [], [action.conversation]),
      };
    case "thread":
      if (action.generation !== state.generation) return state;
      return withThread(state, action.id, action.page, action.older);
    case "read":
      return { ...state, unread: without(state.unread, action.id) };
    case "presence":
      return { ...state, presence: action.presence };
    case "sent":
    case "sent-again":
      return reduceSent(state, action);
    case "forget":
      return {
        ...state,
        generation: state.generation + 1,
        found: new Set(),
        threads: {},
        early: {},
        typing: {},
        writing: {},
        states: {},
      };
    case "live":
      return reduceLive(state, action);
  }
}

function withThread(state: InboxState, id: string, page: MessagePage, older: boolean): InboxState {
  const old = state.threads[id];
  const fresh = page.messages.map((message) => upToDate(state, id, message));
  const from = Number(fresh[0]?.id ?? 0);
  const early = (state.early[id] ?? []).filter((message) => Number(message.id) > from);
  const messages = mergeMessages([...early, ...(old?.messages ?? [])], fresh);
  const next = older || old === undefined ? page.next : old.next;
  return {
    ...state,
    threads: { ...state.threads, [id]: { messages, next } },
    early: without(state.early, id),
  };
}
