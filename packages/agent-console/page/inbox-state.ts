import type { ConversationView } from "../src/conversation-view.ts";
import type { LiveEvent } from "../src/live-event.ts";
import type { MessageState, MessageView } from "../src/message-view.ts";
import type { ConversationPage, MessagePage } from "./api.ts";
import { mergeConversations, mergeMessages, newerThan, without } from "./inbox-merge.ts";

/** One conversation's messages, as far as they were loaded; oldest first. */
export interface ThreadState {
  readonly messages: readonly MessageView[];
  readonly next: string | null;
}

/** A colleague who is writing an answer. */
export interface Writer {
  readonly accountId: string;
  readonly name: string;
  readonly since: number;
}

export interface InboxState {
  /** `null` until the first page is there. Newest activity first. */
  readonly conversations: readonly ConversationView[] | null;
  readonly next: string | null;
  readonly threads: Readonly<Record<string, ThreadState>>;
  /** Messages that came live while their thread was not loaded: the page under way may be older than they are. */
  readonly early: Readonly<Record<string, readonly MessageView[]>>;
  /** When each visitor who is typing began to. */
  readonly typing: Readonly<Record<string, number>>;
  /** Which other agent began to write in which conversation, and when. */
  readonly writing: Readonly<Record<string, Writer>>;
  readonly unread: Readonly<Record<string, number>>;
  /** The newest live state of each message, by `conversation/message`: it may be newer than what is being loaded. */
  readonly states: Readonly<Record<string, MessageState>>;
  readonly available: boolean;
  readonly anyAvailable: boolean;
}

export type InboxAction =
  | { readonly type: "conversations"; readonly page: ConversationPage; readonly older: boolean }
  | { readonly type: "conversation"; readonly conversation: ConversationView }
  | {
      readonly type: "thread";
      readonly id: string;
      readonly page: MessagePage;
      readonly older: boolean;
    }
  | { readonly type: "read"; readonly id: string }
  | { readonly type: "forget" }
  | {
      readonly type: "live";
      readonly event: LiveEvent;
      readonly accountId: string;
      readonly openId: string | null;
      readonly now: number;
    };

export const emptyInbox: InboxState = {
  conversations: null,
  next: null,
  threads: {},
  early: {},
  typing: {},
  writing: {},
  unread: {},
  states: {},
  available: false,
  anyAvailable: false,
};

const statesLimit = 500;
const earlyLimit = 20;

/** A client that says `typein` and then vanishes is not typing for ever. */
const typingLimitMs = 20_000;

/** Whether a visitor who began to type at `since` still does; `null`: never began. */
export function isTyping(since: number | null, now: number): boolean {
  return since !== null && now - since < typingLimitMs;
}

/** The inbox after an action; the only place where what is on the page is decided. */
export function reduceInbox(state: InboxState, action: InboxAction): InboxState {
  switch (action.type) {
    case "conversations":
      return {
        ...state,
        conversations: mergeConversations(
          action.older ? (state.conversations ?? []) : newerThan(state, action.page),
          action.page.conversations,
        ),
        next: action.page.next,
      };
    case "conversation":
      return {
        ...state,
        conversations: mergeConversations(state.conversations ?? [], [action.conversation]),
      };
    case "thread":
      return withThread(state, action.id, action.page, action.older);
    case "read":
      return { ...state, unread: without(state.unread, action.id) };
    case "forget":
      return { ...state, threads: {}, early: {}, typing: {}, writing: {}, states: {} };
    case "live":
      return reduceLive(state, action);
  }
}

function reduceLive(state: InboxState, action: InboxAction & { type: "live" }): InboxState {
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
      const own = event.data.accountId === accountId;
      const available = own ? event.data.available : state.available;
      return { ...state, available, anyAvailable: event.data.anyAvailable };
    }
    case "account":
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

function withMessage(
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

/** What one node has told another may tell again. */
function isKnown(
  { threads, early, conversations }: InboxState,
  id: string,
  message: MessageView,
): boolean {
  const last = conversations?.find((each) => each.id === id)?.lastMessage;
  const shown = [...(threads[id]?.messages ?? []), ...(early[id] ?? []), last];
  return shown.some((each) => each?.id === message.id);
}

/** Where a live message goes: into its thread, or aside until that is loaded. */
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

function withMessageState(
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

/** A message that was still on its way when it was read may have arrived, or failed, since. */
function upToDate(state: InboxState, conversationId: string, message: MessageView): MessageView {
  const newer = state.states[`${conversationId}/${message.id}`];
  return newer === undefined || message.state !== "waiting" ? message : { ...message, ...newer };
}
