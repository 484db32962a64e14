import { describe, expect, it } from "vitest";
import {
  emptyInbox,
  type InboxAction,
  type InboxState,
  isTyping,
} from "../../page/conversations/inbox-state.ts";
import { reduceInbox } from "../../page/conversations/inbox-reducer.ts";
import type { ConversationView } from "../../src/conversations/conversation-view.ts";
import type { LiveEvent } from "../../src/live/live-event.ts";
import type { MessageView } from "../../src/conversations/message-view.ts";

const conversation = (id: string, lastMessageAt: number): ConversationView => ({
  id,
  channelId: "shop",
  visitor: { id },
  lastMessageAt,
});
const message = (id: string, more: Partial<MessageView> = {}): MessageView => ({
  id,
  direction: "inbound",
  type: "text",
  text: id,
  state: "delivered",
  at: Number(id),
  ...more,
});
const live = (event: LiveEvent, openId: string | null = null): InboxAction => ({
  type: "live",
  event,
  accountId: "me",
  openId,
  now: 1_000,
});
const loaded: InboxState = [
  {
    type: "conversations",
    page: { conversations: [conversation("b", 2), conversation("a", 1)], next: null },
    older: false,
  },
  {
    type: "thread",
    id: "a",
    generation: 0,
    page: { messages: [message("1")], next: "1" },
    older: false,
  },
].reduce((state, action) => reduceInbox(state, action as InboxAction), emptyInbox);
const after = (state: InboxState, ...actions: InboxAction[]): InboxState =>
  actions.reduce(reduceInbox, state);
const arrives = (id: string, view: MessageView): LiveEvent => ({
  type: "message",
  data: { conversationId: id, message: view, conversation: conversation(id, view.at) },
});

describe("the inbox", () => {
  it("keeps a conversation that was asked for, whether it or the first page comes first", () => {
    const found: InboxAction = { type: "found", conversation: conversation("old", 0) };
    const page = { conversations: [conversation("b", 2)], next: "2" };
    const list: InboxAction = { type: "conversations", page, older: false };
    for (const actions of [
      [found, list],
      [list, found],
      [found, list, list],
    ]) {
      const { conversations } = after(emptyInbox, ...actions);
      expect(conversations?.map(({ id }) => id)).toEqual(["b", "old"]);
    }
    const anew = after(emptyInbox, found, list, { type: "forget" }, list);
    expect(anew.conversations?.map(({ id }) => id)).toEqual(["b"]);
  });

  it("counts and shows a message once that two nodes tell of", () => {
    const twice = [live(arrives("a", message("3"))), live(arrives("a", message("3")))];
    const state = after(loaded, ...twice);
    expect(state.unread).toEqual({ a: 1 });
    expect(state.threads["a"]?.messages.map(({ id }) => id)).toEqual(["1", "3"]);
    const unopened = after(
      loaded,
      live(arrives("b", message("4"))),
      live(arrives("b", message("4"))),
    );
    expect(unopened.unread).toEqual({ b: 1 });
  });

  it("moves a conversation to the top when its visitor writes, and counts it as unread unless it is open", () => {
    const state = after(
      loaded,
      live(arrives("a", message("3"))),
      live(arrives("b", message("4")), "b"),
      live(arrives("a", message("5"))),
    );
    expect(state.conversations?.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(state.unread).toEqual({ a: 2 });
    expect(after(state, { type: "read", id: "a" }).unread).toEqual({});
  });

  it("marks nothing as unread that arrived while no page was open", () => {
    expect(loaded.conversations?.map(({ id }) => id)).toEqual(["b", "a"]);
    expect(loaded.unread).toEqual({});
  });

  it("shows a message once, in order, however often and early it is told of it", () => {
    const state = after(
      loaded,
      live(arrives("a", message("7"))),
      live(arrives("a", message("5"))),
      live(arrives("a", message("7"))),
      {
        type: "thread",
        id: "a",
        generation: 0,
        page: { messages: [message("0")], next: null },
        older: true,
      },
    );
    expect(state.threads["a"]?.messages.map(({ id }) => id)).toEqual(["0", "1", "5", "7"]);
    expect(state.threads["a"]?.next).toBeNull();
  });

  it("loses nothing that comes while a thread or the list is being loaded", () => {
    const late = { ...message("9"), at: 9 };
    const thread: InboxAction = {
      type: "thread",
      id: "b",
      generation: 0,
      page: { messages: [message("7"), message("8")], next: null },
      older: false,
    };
    const opened = after(
      loaded,
      live(arrives("b", message("3"))),
      live(arrives("b", late)),
      thread,
    );
    expect(opened.threads["b"]?.messages.map(({ id }) => id)).toEqual(["7", "8", "9"]);

    const list: InboxAction = {
      type: "conversations",
      page: { conversations: [conversation("b", 2), conversation("a", 1)], next: null },
      older: false,
    };
    const listed = after(emptyInbox, live(arrives("c", late)), list);
    expect(listed.conversations?.map(({ id }) => id)).toEqual(["c", "b", "a"]);
    const overtaken = after(loaded, live(arrives("a", late)), list);
    expect(overtaken.conversations?.[0]).toMatchObject({ id: "a", lastMessageAt: 9 });
  });

  it("takes no page of messages that was asked for before everything was forgotten", () => {
    const page = { messages: [message("1")], next: null };
    const forgotten = after(loaded, { type: "forget" });
    const stale: InboxAction = { type: "thread", id: "a", generation: 0, page, older: false };
    expect(after(forgotten, stale).threads["a"]).toBeUndefined();
    const { generation } = forgotten;
    expect(after(forgotten, { ...stale, generation }).threads["a"]?.messages).toHaveLength(1);
  });

  it("does not fall back to waiting when the state overtook the message", () => {
    const delivered: LiveEvent = {
      type: "state",
      data: { conversationId: "a", id: "2", state: "delivered" },
    };
    const waiting = message("2", { direction: "outbound", state: "waiting" });
    const told = after(loaded, live(delivered), live(arrives("a", waiting)));
    expect(told.threads["a"]?.messages.at(-1)?.state).toBe("delivered");
    const read = after({ ...loaded, threads: {} }, live(delivered), {
      type: "thread",
      id: "a",
      generation: 0,
      page: { messages: [waiting], next: null },
      older: false,
    });
    expect(read.threads["a"]?.messages.at(-1)?.state).toBe("delivered");
  });

  it("takes the failure away when a message is sent again", () => {
    const failed = message("2", {
      direction: "outbound",
      state: "failed",
      failure: { reason: "timeout" },
    });
    const state = after(
      loaded,
      live(arrives("a", failed)),
      live({ type: "state", data: { conversationId: "a", id: "2", state: "waiting" } }),
    );
    const shown = state.threads["a"]?.messages.at(-1);
    expect([shown?.state, shown?.failure]).toEqual(["waiting", undefined]);
  });

  it("shows typing until the visitor stops, writes, or is silent for too long", () => {
    const typein: LiveEvent = { type: "typing", data: { conversationId: "a", type: "typein" } };
    const typing = after(loaded, live(typein));
    const since = typing.typing["a"] ?? null;
    expect([isTyping(since, 2_000), isTyping(since, 22_000), isTyping(null, 0)]).toEqual([
      true,
      false,
      false,
    ]);
    const typeout: LiveEvent = { type: "typing", data: { conversationId: "a", type: "typeout" } };
    expect(after(typing, live(typeout)).typing).toEqual({});
    expect(after(typing, live(arrives("a", message("9")))).typing).toEqual({});
  });

  it("takes its own availability from its own account alone", () => {
    const presence = (accountId: string): LiveEvent => ({
      type: "presence",
      data: {
        accountId,
        available: true,
        withoutPage: false,
        present: true,
        anyAvailable: true,
      },
    });
    expect(after(loaded, live(presence("another"))).presence).toEqual({
      ...emptyInbox.presence,
      anyAvailable: true,
    });
    expect(after(loaded, live(presence("me"))).presence.available).toBe(true);
  });
});
