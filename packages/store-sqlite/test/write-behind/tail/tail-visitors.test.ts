import { anInboundAppend } from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "../../../src/connection/connection.ts";
import { OpenedTail } from "./opened-tail.ts";

let tail: OpenedTail;

beforeEach(() => {
  tail = new OpenedTail();
});
afterEach(() => {
  vi.restoreAllMocks();
  tail.close();
});

/** Fills the cache with other conversations, so that no earlier one is cached. */
async function forget(): Promise<void> {
  const profile = { name: "a".repeat(600_000) };
  for (let other = 0; other < 8; other += 1)
    await tail.bench.append(anInboundAppend({ visitorKey: `other ${other}`, profile }));
}

/** Returns the statements that search for a conversation from now on. */
function watchLooks(): () => readonly string[] {
  const get = vi.spyOn(Connection.prototype, "get");
  return () =>
    get.mock.calls
      .map(([sql]) => sql)
      .filter((sql) => /from (conversations|channel_keys)/.test(sql));
}

/** The conversation of the visitor's next message: the existing one, or the one named `<visitorKey> anew`. */
async function conversationOf(visitorKey: string, channelKey = "shop-key"): Promise<string> {
  const append = anInboundAppend({ visitorKey, channelKey, candidateId: `${visitorKey} anew` });
  const stored = await tail.bench.append(append);
  return stored.status === "stored" ? stored.conversationId : stored.status;
}

describe("a visitor who is no longer cached", () => {
  it("is found by the number of the conversation, without an index", async () => {
    await tail.bench.append(anInboundAppend({ visitorKey: "1", candidateId: "first" }));
    await forget();
    const looks = watchLooks();
    expect(await conversationOf("1")).toBe("first");
    expect(looks().map((sql) => sql.endsWith("and conversation = +?"))).toEqual([true]);
  });

  it("is found by the index after a restart", async () => {
    await tail.bench.append(anInboundAppend({ visitorKey: "1", candidateId: "first" }));
    tail.crash();
    const looks = watchLooks();
    expect(await conversationOf("1")).toBe("first");
    expect(looks().some((sql) => sql.endsWith("conversation = +?"))).toBe(false);
    expect(looks().length).toBeGreaterThan(0);
  });

  it.each([
    ["another visitor", { visitorKey: "2", channelKey: "shop-key" }],
    ["the same visitor on another channel", { visitorKey: "1", channelKey: "club-key" }],
  ])("does not get the conversation of %s that has its number now", async (_, other) => {
    await tail.bench.append(anInboundAppend({ visitorKey: "1", candidateId: "first" }));
    await tail.bench.stores.conversations.erase("first");
    await tail.bench.append(anInboundAppend({ ...other, candidateId: "of another" }));
    expect(tail.count("select max(conversation) as n from conversations")).toBe(1);
    expect(await conversationOf("1")).toBe("1 anew");
    expect(await conversationOf(other.visitorKey, other.channelKey)).toBe("of another");
  });
});

describe("a channel key", () => {
  it("has no number of a transaction that was rolled back", async () => {
    await tail.bench.append(anInboundAppend());
    const keys = ["club-key", "bar-key"];
    const refused = anInboundAppend({ channelKey: "club-key" });
    tail.breakOnce();
    await expect(tail.bench.append(refused)).rejects.toMatchObject({ code: "store-failed" });
    const anew = keys.map((channelKey) => [channelKey, `7 of ${channelKey}`] as const);
    for (const [channelKey, candidateId] of anew.toReversed())
      await tail.bench.append(anInboundAppend({ channelKey, visitorKey: "7", candidateId }));
    tail.crash();
    for (const [channelKey, id] of anew) {
      expect(await conversationOf("7", channelKey)).toBe(id);
      expect(await tail.conversation(id)).toMatchObject({ channelKey });
    }
  });
});
