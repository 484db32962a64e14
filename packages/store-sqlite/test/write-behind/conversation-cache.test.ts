import type { Conversation } from "@parley/core";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ConversationCache } from "../../src/write-behind/conversation-cache.ts";

// All keys of one character share a digest. All other keys share another one.
vi.mock("../../src/write-behind/text-digest.ts", () => ({
  textDigest: (text: string) => Math.min(text.length, 2),
}));

let cache: ConversationCache;

beforeEach(() => {
  cache = new ConversationCache();
});

function conversation(number: number, changes: Partial<Conversation> = {}): Conversation {
  return {
    id: `c${number}`,
    channelKey: "shop",
    channelId: "shop",
    visitorKey: `${number}`,
    visitorId: `"${number}"`,
    profile: {},
    createdAt: 1,
    lastMessageAt: 1,
    ...changes,
  };
}

function put(number: number, changes: Partial<Conversation> = {}): void {
  const current = conversation(number, changes);
  cache.put({ number, channel: 1, current, lastSequence: 1 });
}

/** Adds so many entries that all earlier ones are in the old generation. */
function age(): void {
  put(1_000, { profile: { name: "x".repeat(2_000_000) } });
}

describe("of visitors that share a digest", () => {
  it("only the one added last is found, and never as another one", () => {
    put(1);
    put(2);
    expect(cache.byVisitor("shop", "1")).toBeUndefined();
    expect(cache.byVisitor("shop", "2")?.number).toBe(2);
    expect(cache.byVisitor("shop", "3")).toBeUndefined();
  });

  it("none is confused with the same visitor of another channel", () => {
    put(1);
    expect(cache.byVisitor("other", "1")).toBeUndefined();
    put(2, { channelKey: "other", visitorKey: "1" });
    expect(cache.byVisitor("shop", "1")).toBeUndefined();
    expect(cache.byVisitor("other", "1")?.number).toBe(2);
  });

  it("also in the old generation", () => {
    put(1);
    age();
    expect(cache.byVisitor("shop", "2")).toBeUndefined();
    expect(cache.byVisitor("other", "1")).toBeUndefined();
    expect(cache.byVisitor("shop", "1")?.number).toBe(1);
  });
});

it("the growth of a conversation counts, so that the cache stays within its limit", () => {
  put(1);
  put(2);
  for (let growth = 1; growth <= 5; growth += 1)
    put(2, { profile: { name: "x".repeat(growth * 400_000) } });
  expect(cache.byNumber(2)?.current.profile.name).toHaveLength(2_000_000);
  expect(cache.byNumber(1)).toBeUndefined();
});
