import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeGateway } from "../../support/fake-gateway.ts";
import { arrives, conversation, inbox, message } from "../../support/inbox-bench.ts";

let gateway: FakeGateway;
beforeEach(() => {
  gateway = new FakeGateway();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  gateway.close();
});

const marks = () =>
  gateway.asked.flatMap(([method, , body]) =>
    method === "PUT" ? [(body as { upTo: string }).upTo] : [],
  );

/** The conversation `a` with one unread message. */
async function opened() {
  const bench = inbox("a");
  bench.showList();
  bench.showConversation("a");
  const unread = { ...conversation("a", 3, 1), lastMessage: message("3") };
  await gateway.answer("/conversations", { conversations: [unread], next: null });
  await gateway.answer("/conversations/a", unread);
  return { ...bench, unread };
}

describe("what the agent has read", () => {
  it("is told for each message that it sees arrive", async () => {
    const { data, hear } = await opened();
    data.cache.put({ ...conversation("a", 3), lastMessage: message("3") });
    void data.read("a", "3");
    expect(marks()).toEqual([]);
    hear(arrives("a", message("4")));
    void data.read("a", "4");
    expect(marks()).toEqual(["4"]);
  });

  it("stays read when an answer comes that was on its way meanwhile", async () => {
    const { data, unread } = await opened();
    void data.client.invalidateQueries({ queryKey: ["conversation", "a"] });
    const read = data.read("a", "3");
    await gateway.answer("/conversations/a/read", {});
    await read;
    await gateway.answer("/conversations/a", unread);
    expect(data.cache.isUnread("a")).toBe(false);
  });

  it("is told again where one of two answers says that it is unread", async () => {
    const { data, hear, unread } = await opened();
    const read = data.read("a", "3");
    await gateway.answer("/conversations/a/read", {});
    await read;
    hear({ type: "reset", data: {} });
    const asRead = { ...unread, unread: 0 };
    await gateway.answer("/conversations", { conversations: [asRead], next: null });
    await gateway.answer("/conversations/a", unread);
    expect(data.cache.isUnread("a")).toBe(true);
    void data.read("a", "3");
    expect(data.cache.isUnread("a")).toBe(false);
    expect(marks()).toEqual(["3", "3"]);
  });

  it("is told again and again while the gateway cannot be reached, until more is read", async () => {
    const { data } = await opened();
    void data.read("a", "3");
    await gateway.refuse("/conversations/a/read", 503);
    expect(marks()).toEqual(["3"]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(marks()).toEqual(["3", "3"]);
    await gateway.refuse("/conversations/a/read", 503);
    void data.read("a", "4");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(marks()).toEqual(["3", "3", "4"]);
  });

  it("is not told for another account", async () => {
    const { data } = await opened();
    void data.read("a", "3");
    await gateway.refuse("/conversations/a/read", 503);
    data.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(marks()).toEqual(["3"]);
  });
});
