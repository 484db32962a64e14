import type { Conversations, Deliveries } from "@parley/core";
import { expect, it } from "vitest";
import { EventReader } from "../../src/pull/event-reader.ts";
import type { EventFacts } from "../../src/pull/open-event.ts";

const about = { id: "c.1", conversationId: "c", channelId: "shop" };
const message: EventFacts = { ...about, type: "visitor.message", sequence: 1, fence: 3 };
const nobody = { backend: null, assignee: null };
const owner: EventFacts = {
  ...about,
  type: "conversation.owner",
  isNewOwner: true,
  at: 1,
  name: "assigned",
  from: nobody,
  to: nobody,
  fence: 3,
  by: "Ann",
  why: null,
  lastSequence: 1,
};

/** Reads of a conversation whose owner has this fence. `null`: the app may not read it. */
function reader(fence: number | null): EventReader {
  const stored = { sequence: 1, message: '{"type":"text","text":"a"}', acceptedAt: 5 };
  const conversation = { profile: {}, visitorId: '"v1"', owner: { fence } };
  const conversations = {
    find: async () => (fence === null ? null : conversation),
    messages: async () => ({ items: [stored], next: null }),
  };
  const deliveries = { find: async () => null };
  return new EventReader(
    conversations as unknown as Conversations,
    deliveries as unknown as Deliveries,
  );
}

it.each([message, owner])("an event of an earlier owner is not read: $type", async (facts) => {
  expect(await reader(3).read(facts)).toMatchObject({ id: "c.1" });
  expect(await reader(4).read(facts)).toBe(null);
  expect(await reader(null).read(facts)).toBe(null);
});

it("a message that is not kept any more is not read", async () => {
  expect(await reader(3).read({ ...message, sequence: 2 })).toBe(null);
});

it("a former owner hears of the change although it may not read the conversation any more", async () => {
  expect(await reader(null).read({ ...owner, isNewOwner: false })).toMatchObject({ id: "c.1" });
});
