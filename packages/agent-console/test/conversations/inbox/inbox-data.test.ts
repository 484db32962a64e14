import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { shownConversations } from "../../../page/conversations/data/list-data.ts";
import { everything, type InboxView } from "../../../page/conversations/inbox-view.ts";
import type { LiveEvent } from "../../../src/live/live-event.ts";
import { FakeGateway } from "../../support/fake-gateway.ts";
import {
  arrives,
  away,
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

describe("the inbox", () => {
  it("keeps a conversation that was asked for, whether it or the first page comes first, until all is loaded again", async () => {
    const { data, hear } = await loaded(gateway);
    data.found(conversation("old", 0));
    const shown = () => {
      const list = data.cache.list(everything) ?? { conversations: [], next: null };
      const beside = { found: data.cache.found(), open: conversation("open", 0) };
      return shownConversations(list, beside).map(({ id }) => id);
    };
    expect(shown()).toEqual(["b", "a", "old", "open"]);
    hear({ type: "message", data: { conversationId: "old", message: message("9", outbound) } });
    expect(shown()).toEqual(["old", "b", "a", "open"]);
    hear({ type: "reset", data: {} });
    await gateway.answer("/conversations", { conversations: [conversation("b", 2)], next: null });
    expect(shown()).toEqual(["b", "open"]);
  });

  it("counts and shows a message once that two nodes tell of", async () => {
    const { hear, shown, unread } = await loaded(gateway);
    hear(arrives("a", message("3")), arrives("a", message("3")));
    expect(unread("a")).toBe(1);
    expect(shown("a")).toEqual(["1", "3"]);
    hear(arrives("b", message("4")), arrives("b", message("4")));
    expect(unread("b")).toBe(1);
  });

  it("moves a conversation to the top when its visitor writes, and counts it as unread unless it is seen", async () => {
    const { data, hear, listed, unread } = await loaded(gateway, "b");
    hear(arrives("a", message("3")), arrives("b", message("4")), arrives("a", message("5")));
    expect(listed()).toEqual(["a", "b"]);
    expect([unread("a"), unread("b")]).toEqual([2, 0]);
    expect(data.cache.find("a")?.unreadFrom).toBe("3");
    void data.read("a", "5");
    expect([unread("a"), data.cache.find("a")?.unreadFrom]).toEqual([0, null]);
    expect(gateway.asked.at(-1)).toEqual(["PUT", "/conversations/a/read", { upTo: "5" }]);
  });

  it("does not count what the gateway has counted before the event came", async () => {
    const { showList, hear, unread } = inbox();
    showList();
    const counted = { ...conversation("a", 3, 1), lastMessage: message("3") };
    await gateway.answer("/conversations", { conversations: [counted], next: null });
    hear(arrives("a", message("3")), arrives("a", message("4")));
    expect(unread("a")).toBe(2);
  });

  it("goes on from the gateway's count when a message comes while the list is loaded again", async () => {
    const { data, hear, listed, unread } = await loaded(gateway);
    hear({ type: "reset", data: {} });
    hear(arrives("a", message("5")));
    const counted = { ...conversation("a", 4, 3), lastMessage: message("4") };
    await gateway.answer("/conversations", {
      conversations: [counted, conversation("b", 2)],
      next: null,
    });
    expect(listed()).toEqual(["a", "b"]);
    expect([unread("a"), data.cache.find("a")?.lastMessage?.id]).toEqual([4, "5"]);
  });

  it("takes over what the agent reads in another page", async () => {
    const { hear, unread } = await loaded(gateway);
    hear(arrives("a", message("3")), arrives("b", message("4")));
    const read = (accountId: string, conversationId: string, upTo: string): LiveEvent => ({
      type: "read",
      data: { accountId, conversationId, upTo },
    });
    hear(read("another", "a", "3"), read("me", "b", "4"));
    expect([unread("a"), unread("b")]).toEqual([1, 0]);
    hear(arrives("a", message("5")), read("me", "a", "3"));
    await gateway.answer("/conversations/a", { ...conversation("a", 5, 1), unreadFrom: "5" });
    expect(unread("a")).toBe(1);
  });

  it("tells the gateway once how far a conversation is read, and again after a failure", async () => {
    const { data, hear } = await loaded(gateway);
    const reads = () => gateway.asked.filter(([method]) => method === "PUT").length;
    hear(arrives("a", message("3")));
    const first = data.read("a", "3");
    await data.read("a", "3");
    expect(reads()).toBe(1);
    await gateway.refuse("/conversations/a/read");
    await first;
    void data.read("a", "3");
    expect(reads()).toBe(1);
    hear(arrives("a", message("4")));
    void data.read("a", "4");
    expect(reads()).toBe(2);
  });

  it("loads a conversation that an answer of a colleague makes known", async () => {
    const { hear, listed } = await loaded(gateway);
    const data = { conversationId: "old", message: message("9", outbound) };
    hear({ type: "message", data });
    await gateway.answer("/conversations/old", conversation("old", 9));
    expect(listed()).toEqual(["old", "b", "a"]);
  });

  it("tells since when a visitor waits for an answer", async () => {
    const { data, hear } = await loaded(gateway);
    hear(arrives("a", message("3")), arrives("a", message("4")));
    expect(data.cache.find("a")?.waitingSince).toBe(3);
    hear(arrives("a", message("5", outbound)));
    expect(data.cache.find("a")?.waitingSince).toBeNull();
  });

  it("takes its own availability from its own account alone", async () => {
    const { data, hear } = await loaded(gateway);
    const here = { available: true, withoutPage: false, present: true, anyAvailable: true };
    hear({ type: "presence", data: { accountId: "another", ...here } });
    expect(data.cache.presence()).toEqual({ ...away, anyAvailable: true });
    hear({ type: "presence", data: { accountId: "me", ...here } });
    expect(data.cache.presence()).toEqual(here);
  });
});

describe("a limited list", () => {
  const waiting: InboxView = { ...everything, list: "waiting" };

  it("is loaded again when the gateway says that lists changed, and keeps to what it was given", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      const { showList, hear, listed } = inbox();
      showList(waiting);
      await gateway.answer("/conversations?list=waiting", {
        conversations: [conversation("a", 1)],
        next: null,
      });
      hear(arrives("b", message("3")), { type: "lists", data: {} }, { type: "lists", data: {} });
      expect(listed(waiting)).toEqual(["a"]);
      await vi.advanceTimersByTimeAsync(300);
      await gateway.answer("/conversations?list=waiting", {
        conversations: [conversation("b", 3), conversation("a", 1)],
        next: null,
      });
      expect(listed(waiting)).toEqual(["b", "a"]);
    } finally {
      vi.useRealTimers();
    }
  });
});
