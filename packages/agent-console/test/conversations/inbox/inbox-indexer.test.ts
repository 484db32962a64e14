import { describe, expect, it, onTestFinished } from "vitest";
import { InboxIndex } from "../../../src/conversations/inbox/inbox-index.ts";
import { InboxIndexer } from "../../../src/conversations/inbox/inbox-indexer.ts";
import { ReadMarks } from "../../../src/conversations/inbox/read-marks.ts";
import type { LiveEvent } from "../../../src/live/live-event.ts";
import { LiveEvents } from "../../../src/live/live-events.ts";
import { indexerBench as bench } from "../../support/indexer-bench.ts";

const became = (conversationId: string, id: string): LiveEvent => ({
  type: "state",
  data: { conversationId, id, state: "failed" },
});

/** The database answers outside of manual time. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 30));

describe("the inbox index", () => {
  it("is filled from the store at the start, and says when it is complete", async () => {
    const { facts, time, index, begin, counts, told } = await bench();
    facts.say("a", 1, { acceptedAt: 1_000 });
    facts.say("b", 1, { acceptedAt: 2_000 });
    facts.say("b", 2, { acceptedAt: 3_000, direction: "outbound", state: "failed" });
    expect(await index.indexedTo()).toBeNull();
    begin();
    await time.advance(1);
    await settle();
    expect(await counts()).toEqual({ all: 2, unread: 0, waiting: 1, failed: 1 });
    expect(await index.indexedTo()).toBe(time.now() - 1 - 10_000);
    expect(told).toEqual([{ type: "lists", data: {} }]);
  });

  it("lets everything else run between a few conversations, also at its first start on many", async () => {
    const { facts, time, index, begin, counts } = await bench();
    for (let number = 0; number < 35; number += 1)
      facts.say(`c${number}`, 1, { acceptedAt: 1_000 + number });
    begin();
    await time.advance(0);
    await settle();
    expect((await counts()).all).toBeLessThanOrEqual(10);
    for (let pauses = 0; pauses < 8; pauses += 1) {
      await time.advance(1);
      await settle();
    }
    expect(await counts()).toMatchObject({ all: 35 });
    expect(await index.indexedTo()).not.toBeNull();
  });

  it("logs once that it fails, by class and code alone, and that it works again", async () => {
    const { facts, time, live, logged, begin } = await bench();
    begin();
    await time.advance(1);
    await settle();
    facts.say("a", 1, { acceptedAt: time.now() });
    facts.isDown = true;
    for (let times = 0; times < 3; times += 1) {
      live.publish(became("a", "1"));
      await time.advance(5_000);
      await settle();
    }
    expect(logged).toEqual([
      expect.stringMatching(/^the inbox lists could not be .* \{"error":"\w+"\}$/),
    ]);
    facts.isDown = false;
    for (let times = 0; times < 3; times += 1) {
      await time.advance(5_000);
      await settle();
    }
    expect(logged[1]).toMatch(/^the inbox lists are brought up to date again/);
    expect(logged).toHaveLength(2);
  });

  it("finds what it was not told of, with the next catch-up", async () => {
    const { facts, time, begin, counts } = await bench();
    begin();
    await time.advance(1);
    await settle();
    facts.say("a", 1, { acceptedAt: time.now() });
    await time.advance(5_000);
    await settle();
    expect(await counts()).toMatchObject({ all: 1, waiting: 1 });
  });

  it("is made anew when the console may read other conversations than before", async () => {
    const { database, facts, time, begin, counts } = await bench();
    facts.say("a", 1, { acceptedAt: 1_000 });
    facts.say("b", 1, { acceptedAt: 2_000 });
    const first = begin();
    await time.advance(1);
    await settle();
    first.close();
    facts.messages.delete("b");
    const index = new InboxIndex(database, "entries desk sales");
    expect(await index.indexedTo()).toBeNull();
    const again = new InboxIndexer({
      index,
      conversations: facts.conversations,
      ownership: {
        answeredBy: ({ id }: { id?: string }) => (id === "a" ? "sales" : null),
        isElsewhere: async () => true,
      } as never,
      live: new LiveEvents("there"),
      clock: time,
      timers: time,
      logger: { error: () => {}, info: () => {} },
    });
    onTestFinished(() => again.close());
    for (let pauses = 0; pauses < 4; pauses += 1) {
      await time.advance(1);
      await settle();
    }
    expect(await counts()).toEqual({ all: 1, unread: 0, waiting: 0, failed: 0 });
    expect(await index.isOfOtherScope()).toBe(false);
    expect(await new InboxIndex(database, "entries").indexedTo()).toBeNull();
  });

  it("finds a message that failed while the console was stopped", async () => {
    const { facts, time, begin, counts } = await bench();
    const written = { acceptedAt: time.now(), direction: "outbound" as const };
    facts.say("a", 1, { ...written, state: "waiting" });
    const first = begin();
    await time.advance(1);
    await settle();
    first.close();
    facts.say("a", 1, { ...written, state: "failed" });
    begin();
    await time.advance(1);
    await settle();
    expect(await counts()).toMatchObject({ failed: 1 });
  });

  it("keeps no entry of a conversation that is erased between its read and its write", async () => {
    const { facts, time, index, begin, counts, live } = await bench();
    facts.say("a", 1, { acceptedAt: time.now() });
    begin({
      ...facts.conversations,
      list: async () => ({ items: [], next: null }),
      messages: async (id, request) => {
        const page = await facts.conversations.messages(id, request);
        facts.messages.delete("a");
        await index.forget("a");
        return page;
      },
    });
    live.publish(became("a", "1"));
    await time.advance(30);
    await settle();
    expect(facts.messages.has("a")).toBe(false);
    expect(await counts()).toMatchObject({ all: 0 });
  });

  it("reads again what changes between its read and its write", async () => {
    const { facts, time, begin, counts, told } = await bench();
    facts.say("a", 1, { acceptedAt: time.now() });
    const answered = { direction: "outbound", state: "failed", acceptedAt: time.now() } as const;
    const indexer = begin({
      ...facts.conversations,
      list: async () => ({ items: [], next: null }),
      messages: async (id, request) => {
        const page = await facts.conversations.messages(id, request);
        facts.say("a", 2, answered);
        return page;
      },
    });
    await indexer.index(["a"]);
    expect(await counts()).toMatchObject({ all: 1, waiting: 0, failed: 1 });
    await indexer.index(["a"]);
    expect(told).toEqual([{ type: "lists", data: {} }]);
  });

  it("tries again with the next catch-up when the database or the store fails", async () => {
    const { facts, time, begin, counts, live } = await bench();
    begin();
    await time.advance(1);
    await settle();
    facts.say("a", 1, { acceptedAt: 0, direction: "outbound", state: "failed" });
    facts.isDown = true;
    live.publish(became("a", "1"));
    await time.advance(1_000);
    await settle();
    expect(await counts()).toMatchObject({ failed: 0 });
    facts.isDown = false;
    await time.advance(5_100);
    await settle();
    await time.advance(100);
    await settle();
    expect(await counts()).toMatchObject({ failed: 1 });
  });

  it("remembers since when a visitor waits, over more messages than it reads", async () => {
    const { facts, time, index, begin } = await bench();
    const indexer = begin();
    for (let sequence = 1; sequence <= 30; sequence += 1) {
      facts.say("a", sequence, { acceptedAt: time.now() + sequence });
      await indexer.index(["a"]);
    }
    expect((await index.of(["a"])).get("a")?.waitingSince).toBe(time.now() + 1);
  });

  it("tells pages of many changes a few times a second, and of the last one", async () => {
    const { facts, time, begin, told } = await bench();
    const indexer = begin();
    for (let number = 0; number < 10; number += 1) {
      facts.say(`c${number}`, 1, { acceptedAt: time.now() });
      await indexer.index([`c${number}`]);
    }
    expect(told).toHaveLength(1);
    await time.advance(200);
    expect(told).toHaveLength(2);
    await time.advance(1_000);
    expect(told).toHaveLength(2);
  });

  it("counts to a hundred, however many there are", async () => {
    const { database, time, index, counts } = await bench();
    await new ReadMarks(database, time).since("ada");
    for (let number = 0; number < 120; number += 1) {
      const conversationId = `c${number}`;
      const entry = {
        conversationId,
        channelId: "shop",
        lastAt: time.now(),
        visitorSequence: 1,
        visitorAt: time.now(),
        waitingSince: time.now(),
        failed: true,
      };
      await index.write(new Map([[conversationId, entry]]));
    }
    expect(await counts()).toEqual({ all: 100, unread: 100, waiting: 100, failed: 100 });
  });
});
