import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keys, type Typing, type Writing } from "../../../page/conversations/data/inbox-cache.ts";
import { isTyping } from "../../../page/conversations/inbox-state.ts";
import type { LiveEvent } from "../../../src/live/live-event.ts";
import { FakeGateway } from "../../support/fake-gateway.ts";
import {
  arrives,
  conversation,
  inbox,
  loaded,
  message,
  outbound,
} from "../../support/inbox-bench.ts";

let gateway: FakeGateway;
beforeEach(() => {
  gateway = new FakeGateway();
});
afterEach(() => gateway.close());

describe("a thread", () => {
  it("shows a message once, in order, however often and early it is told of it", async () => {
    const { data, hear, shown } = await loaded(gateway);
    hear(arrives("a", message("7")), arrives("a", message("5")), arrives("a", message("7")));
    const older = data.load.olderMessages("a");
    hear(arrives("a", message("8")));
    await gateway.answer("/conversations/a/messages", { messages: [message("0")], next: null });
    await older;
    expect(shown("a")).toEqual(["0", "1", "5", "7", "8"]);
    expect(data.cache.thread("a")?.next).toBeNull();
  });

  it("loses nothing that comes while a thread or the list is being loaded", async () => {
    const { showThread, showList, hear, shown, listed, data } = inbox();
    hear(arrives("b", message("3")));
    showThread("b");
    hear(arrives("b", message("9")));
    await gateway.answer("/conversations/b/messages", {
      messages: [message("7"), message("8")],
      next: null,
    });
    expect(shown("b")).toEqual(["7", "8", "9"]);
    showList();
    hear(arrives("c", message("10")), arrives("a", message("11")));
    await gateway.answer("/conversations", {
      conversations: [conversation("b", 2), conversation("a", 1)],
      next: null,
    });
    expect(listed()).toEqual(["a", "c", "b"]);
    expect(data.cache.find("a")).toMatchObject({ lastMessageAt: 11 });
  });

  it("loads everything again after missed events, as much as was shown, and nothing from before", async () => {
    const { hear, shown, listed, showThread, data } = await loaded(gateway);
    showThread("b");
    hear({ type: "typing", data: { conversationId: "a", type: "typein" } });
    hear({ type: "reset", data: {} });
    await gateway.answer("/conversations/b/messages", { messages: [message("1")], next: null });
    expect(shown("b")).toBeUndefined();
    await gateway.answer("/conversations/b/messages", { messages: [message("2")], next: null });
    expect(shown("b")).toEqual(["2"]);
    await gateway.answer("/conversations", {
      conversations: [conversation("c", 70)],
      next: "c",
    });
    await gateway.answer("/conversations", { conversations: [conversation("a", 61)], next: null });
    expect(listed()).toEqual(["c", "a"]);
    const newest = Array.from({ length: 50 }, (_, at) => message(String(at + 12)));
    await gateway.answer("/conversations/a/messages", { messages: newest, next: "12" });
    await gateway.answer("/conversations/a/messages", { messages: [message("1")], next: "1" });
    expect(shown("a")).toHaveLength(51);
    expect(data.client.getQueryData<Typing>(keys.typing)).toEqual({});
  });

  it("does not fall back to waiting when the state overtook the message", async () => {
    const { hear, last, showThread } = await loaded(gateway);
    const delivered = (conversationId: string): LiveEvent => ({
      type: "state",
      data: { conversationId, id: "2", state: "delivered" },
    });
    hear(delivered("a"), arrives("a", message("2", outbound)));
    expect(last("a")?.state).toBe("delivered");
    hear(delivered("b"));
    showThread("b");
    const page = { messages: [message("2", outbound)], next: null };
    await gateway.answer("/conversations/b/messages", page);
    expect(last("b")?.state).toBe("delivered");
  });

  it("takes the failure away when a message is sent again, unless the stream told something newer", async () => {
    const { data, hear, last } = await loaded(gateway);
    const failure = { reason: "timeout" } as const;
    hear(arrives("a", message("2", { ...outbound, state: "failed", failure })));
    expect(data.cache.find("a")?.lastMessage?.state).toBe("failed");
    const old = { type: "sent-again", conversationId: "a", id: "2" } as const;
    data.confirm({ ...old, failure: { ...failure } });
    expect(last("a")?.failure).toBe(failure);
    data.confirm({ ...old, failure });
    expect([last("a")?.state, last("a")?.failure]).toEqual(["waiting", undefined]);
    expect(data.cache.find("a")?.lastMessage?.state).toBe("waiting");
  });

  it("shows its own messages as soon as the gateway has them, and once", async () => {
    const { data, hear, shown } = await loaded(gateway);
    const sent = message("2", outbound);
    data.confirm({ type: "sent", conversationId: "a", messages: [sent] });
    hear({ type: "message", data: { conversationId: "a", message: sent } });
    expect(shown("a")).toEqual(["1", "2"]);
    expect(data.cache.find("a")).toMatchObject({ waitingSince: null, lastMessage: { id: "2" } });
  });

  it("shows typing and writing until it stops, a message comes, or it is silent for too long", async () => {
    const { data, hear } = await loaded(gateway);
    const typing = () => data.client.getQueryData<Typing>(keys.typing);
    const writing = () => data.client.getQueryData<Writing>(keys.writing);
    const typein: LiveEvent = { type: "typing", data: { conversationId: "a", type: "typein" } };
    expect([isTyping(0, 1_000), isTyping(0, 21_000), isTyping(null, 0)]).toEqual([
      true,
      false,
      false,
    ]);
    hear(typein);
    expect(Object.keys(typing() ?? {})).toEqual(["a"]);
    hear({ type: "typing", data: { conversationId: "a", type: "typeout" } });
    expect(typing()).toEqual({});
    hear(typein, arrives("a", message("9")));
    expect(typing()).toEqual({});
    const writes = (accountId: string, type: "typein" | "typeout"): LiveEvent => ({
      type: "writing",
      data: { conversationId: "a", accountId, name: "Ben", type },
    });
    hear(writes("me", "typein"));
    expect(writing()).toEqual({});
    hear(writes("ben", "typein"));
    expect(writing()?.["a"]?.name).toBe("Ben");
    hear(arrives("a", message("10", outbound)));
    expect(writing()).toEqual({});
  });
});
