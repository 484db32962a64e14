import { anInboundAppend } from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OpenedStore } from "../support/opened-store.ts";

let opened: OpenedStore;

beforeEach(() => {
  opened = new OpenedStore();
});
afterEach(() => opened.close());

/** The conversation of the visitor's next message: the existing one, or the one named `<visitorKey> anew`. */
async function conversationOf(visitorKey: string, channelKey = "shop-key"): Promise<string> {
  const append = anInboundAppend({ visitorKey, channelKey, candidateId: `${visitorKey} anew` });
  const stored = await opened.bench.append(append);
  return stored.status === "stored" ? stored.conversationId : stored.status;
}

describe("a visitor whose conversation was erased", () => {
  it.each([
    ["another visitor", { visitorKey: "2", channelKey: "shop-key" }],
    ["the same visitor on another channel", { visitorKey: "1", channelKey: "club-key" }],
  ])("does not get the conversation of %s that has its number now", async (_, other) => {
    await opened.bench.append(anInboundAppend({ visitorKey: "1", candidateId: "first" }));
    await opened.bench.stores.conversations.erase("first");
    await opened.bench.append(anInboundAppend({ ...other, candidateId: "of another" }));
    expect(opened.count("select max(conversation) as n from conversations")).toBe(1);
    expect(await conversationOf("1")).toBe("1 anew");
    expect(await conversationOf(other.visitorKey, other.channelKey)).toBe("of another");
  });
});

describe("a channel key", () => {
  it("has no number of a transaction that was rolled back", async () => {
    await opened.bench.append(anInboundAppend());
    const keys = ["club-key", "bar-key"];
    const refused = anInboundAppend({ channelKey: "club-key" });
    opened.breakOnce();
    await expect(opened.bench.append(refused)).rejects.toMatchObject({ code: "store-failed" });
    const anew = keys.map((channelKey) => [channelKey, `7 of ${channelKey}`] as const);
    for (const [channelKey, candidateId] of anew.toReversed())
      await opened.bench.append(anInboundAppend({ channelKey, visitorKey: "7", candidateId }));
    opened.crash();
    for (const [channelKey, id] of anew) {
      expect(await conversationOf("7", channelKey)).toBe(id);
      expect(await opened.conversation(id)).toMatchObject({ channelKey });
    }
  });
});
