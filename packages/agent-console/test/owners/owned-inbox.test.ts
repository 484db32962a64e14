import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { messageRows } from "../../page/conversations/thread/message-rows.ts";
import type { LiveEvent } from "../../src/live/live-event.ts";
import type { OwnerLine } from "../../src/owners/owner-lines.ts";
import { FakeGateway } from "../support/fake-gateway.ts";
import { arrives, conversation, inbox, loaded, message } from "../support/inbox-bench.ts";

let gateway: FakeGateway;
beforeEach(() => {
  gateway = new FakeGateway();
});
afterEach(() => gateway.close());

const owned = (
  conversationId: string,
  answeredBy: string | null,
  isReadable = true,
): LiveEvent => ({ type: "owner", data: { conversationId, answeredBy, isReadable } });

describe("the inbox, when a conversation gets another owner", () => {
  it("marks it and counts nothing in it as unread or waiting, until it comes back", async () => {
    const { data, hear, unread } = await loaded(gateway);
    hear(arrives("a", message("3")), owned("a", "sales"));
    expect(data.cache.find("a")).toMatchObject({
      answeredBy: "sales",
      unread: 0,
      waitingSince: null,
    });
    hear(arrives("a", message("4")));
    expect([unread("a"), data.cache.find("a")?.waitingSince]).toEqual([0, null]);
    hear(owned("a", null));
    expect(data.cache.find("a")).not.toHaveProperty("answeredBy");
    hear(arrives("a", message("5")));
    expect(unread("a")).toBe(1);
  });

  it("drops it where it may not be read, and shows it when it comes back", async () => {
    const { hear, listed, shown } = await loaded(gateway);
    hear(owned("a", "support", false));
    expect(listed()).toEqual(["b"]);
    expect(shown("a")).toBeUndefined();
    hear(owned("a", null));
    await gateway.answer("/conversations/a", conversation("a", 1, 2));
    expect(listed()).toEqual(["b", "a"]);
  });

  it("shows one that it did not have", async () => {
    const { hear, listed, unread } = await loaded(gateway);
    hear(owned("old", null));
    await gateway.answer("/conversations/old", conversation("old", 0, 1));
    expect([listed(), unread("old")]).toEqual([["b", "a", "old"], 1]);
  });

  it("does not go back to an answer that was on its way meanwhile", async () => {
    const { data, hear, listed, showList } = inbox();
    showList();
    await new Promise(setImmediate);
    hear(owned("a", "sales"), owned("b", "support", false));
    const conversations = [conversation("b", 2), conversation("a", 1, 1), conversation("c", 0)];
    await gateway.answer("/conversations", { conversations, next: null });
    expect(listed()).toEqual(["a", "c"]);
    expect(data.cache.find("a")).toMatchObject({ answeredBy: "sales", unread: 0 });
  });
});

describe("a thread's changes of owner", () => {
  it("are asked for again when one came while the thread was on its way", async () => {
    const { data, hear, showThread } = inbox();
    showThread("a");
    await new Promise(setImmediate);
    hear(owned("a", "sales"));
    const messages = [message("1")];
    const path = "/conversations/a/messages";
    await gateway.answer(path, { messages, next: null, changes: [] });
    const changes = [{ at: 2, to: "sales", isOwn: false, by: "Grace" }];
    await gateway.answer(path, { messages, next: null, changes });
    expect(data.cache.thread("a")?.changes).toEqual(changes);
  });

  const change = (at: number): OwnerLine => ({ at, to: "desk", isOwn: true, by: "Grace" });
  const [one, two, three] = [message("100"), message("200"), message("300")];
  const shown = (hasEarlier: boolean, ...changes: readonly OwnerLine[]) =>
    messageRows([one, two, three], null, hasEarlier, changes).map((row) =>
      row.changes.map(({ at }) => at),
    );

  it("stand between the messages that they came between, and begin a group", () => {
    expect(shown(false, change(50), change(100), change(299), change(300))).toEqual([
      [50],
      [100],
      [299],
    ]);
    const rows = messageRows([one, two, three], null, false, [change(150)]);
    expect(rows.map(({ startsGroup }) => startsGroup)).toEqual([true, true, false]);
  });

  it("are left out before the first message while earlier ones are not loaded", () => {
    expect(shown(true, change(50), change(250))).toEqual([[], [], [250]]);
  });
});
