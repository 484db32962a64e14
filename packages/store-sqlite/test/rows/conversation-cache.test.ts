import type { Conversation } from "@parley/core";
import { beforeEach, expect, it } from "vitest";
import { ConversationCache } from "../../src/rows/conversation-cache.ts";

const limit = 4_096;
let cache: ConversationCache;

beforeEach(() => {
  cache = new ConversationCache();
});

function put(number: number, changes: Partial<Conversation> = {}): void {
  const current: Conversation = {
    id: `c${number}`,
    channelKey: "shop",
    channelId: "shop",
    visitorKey: `${number}`,
    visitorId: `"${number}"`,
    profile: {},
    createdAt: 1,
    lastMessageAt: 1,
    owner: { backend: "default", assignee: null, fence: 0 },
    ...changes,
  };
  cache.put({ number, channel: 1, current, lastSequence: 1 });
}

const foundAs = (number: number, key = "shop", visitor = `${number}`) => [
  cache.byId(`c${number}`)?.number,
  cache.byNumber(number)?.number,
  cache.byVisitor(key, visitor)?.number,
];

it("a conversation is found by its id, its number and its visitor", () => {
  put(1);
  expect(foundAs(1)).toEqual([1, 1, 1]);
  expect(cache.byVisitor("other", "1")).toBeUndefined();
  cache.clear();
  expect(foundAs(1)).toEqual([undefined, undefined, undefined]);
});

it("the oldest entries are dropped, by every key", () => {
  for (let number = 1; number <= limit + 1; number += 1) put(number);
  const [oldest, kept] = [limit / 8, limit / 8 + 1];
  expect(foundAs(oldest)).toEqual([undefined, undefined, undefined]);
  expect(foundAs(kept)).toEqual([kept, kept, kept]);
  expect(foundAs(limit + 1)).toEqual([limit + 1, limit + 1, limit + 1]);
});

it("a conversation with long texts is not kept, so that the memory is limited", () => {
  put(1);
  put(1, { profile: { name: "x".repeat(2_000) } });
  expect(foundAs(1)).toEqual([undefined, undefined, undefined]);
});
