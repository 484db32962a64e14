import { ManualTime } from "@parley/conformance";
import { SignalHub } from "@parley/core/memory";
import { describe, expect, it } from "vitest";
import type { LiveEvent } from "../../src/live/live-event.ts";
import { BenchNode, SharedFacts } from "../support/nodes/node-bench.ts";

const said = (conversationId: string, id: string): LiveEvent => ({
  type: "message",
  data: {
    conversationId,
    message: { id, direction: "inbound", type: "text", state: "delivered", at: 0 },
  },
});
const became = (conversationId: string, id: string): LiveEvent => ({
  type: "state",
  data: { conversationId, id, state: "waiting" },
});

/** Two nodes with the same store; the second has an open page. */
function nodes() {
  const [hub, facts, time] = [new SignalHub(), new SharedFacts(), new ManualTime()];
  const here = new BenchNode(hub, facts, time, "here");
  const there = new BenchNode(hub, facts, time, "there").openPage();
  return { facts, time, here, there };
}

describe("what happens on one node", () => {
  it("is told to the pages of another, read from the store: messages with their conversation", async () => {
    const { facts, time, here, there } = nodes();
    facts.say("a", 1, { state: "waiting" });
    facts.say("a", 2, { direction: "outbound", state: "waiting", sender: '{"name":"Ben"}' });
    here.live.publish(said("a", "1"));
    here.live.publish(said("a", "2"));
    await time.advance(10);
    expect(there.told).toEqual([
      {
        type: "message",
        data: {
          conversationId: "a",
          message: expect.objectContaining({ id: "1", text: "a 1", state: "delivered" }) as unknown,
          conversation: expect.objectContaining({ id: "a", channelId: "shop" }) as unknown,
        },
      },
      {
        type: "message",
        data: {
          conversationId: "a",
          message: expect.objectContaining({ id: "2", author: "Ben", state: "waiting" }) as unknown,
        },
      },
    ]);
    expect(facts.reads).toBe(1);
    const failure = { reason: "timeout" as const };
    facts.say("a", 2, { direction: "outbound", state: "failed", failure });
    here.live.publish(became("a", "2"));
    await time.advance(10);
    expect(there.toldOf("state")).toEqual([
      { conversationId: "a", id: "2", state: "failed", failure },
    ]);
  });

  it("is told of typing, writing, accounts, presence and the end of sessions", async () => {
    const { facts, time, here, there } = nodes();
    facts.available.add("ada");
    const typing = { conversationId: "a", type: "typein" } as const;
    const writing = { ...typing, accountId: "ben", name: "Ben" };
    here.live.mention({ type: "typing", data: typing });
    here.live.mention({ type: "writing", data: writing });
    here.live.mention({ type: "account", data: { accountId: "ben" } });
    const stale = { available: false, withoutPage: false, present: false, anyAvailable: false };
    here.live.publish({ type: "presence", data: { accountId: "ada", ...stale } });
    await time.advance(10);
    expect(there.toldOf("typing")).toEqual([typing]);
    expect(there.toldOf("writing")).toEqual([writing]);
    expect(there.toldOf("account")).toEqual([{ accountId: "ben" }]);
    expect(there.toldOf("presence")).toEqual([
      { ...stale, accountId: "ada", available: true, present: true, anyAvailable: true },
    ]);
  });

  it("is not told back", async () => {
    const { facts, time, here, there } = nodes();
    here.openPage();
    facts.say("a", 1);
    here.live.publish(said("a", "1"));
    await time.advance(50);
    expect([here.told.length, there.told.length]).toEqual([1, 1]);
  });

  it("is not told of a conversation that was erased meanwhile", async () => {
    const { time, here, there } = nodes();
    here.live.publish(said("gone", "1"));
    await time.advance(10);
    expect(there.told).toEqual([]);
  });

  it("is not read while no page is open, and whoever comes back must load everything", async () => {
    const { facts, time, here, there } = nodes();
    const last = there.live.latestId;
    there.leavePage();
    facts.say("a", 1);
    here.live.publish(said("a", "1"));
    await time.advance(10);
    expect(facts.reads).toBe(0);
    expect(there.live.since(last)).toBeNull();
    expect(there.live.since(there.live.latestId)).toEqual([]);
  });

  it("may be too much for single events: then pages reload everything", async () => {
    const { facts, time, here, there } = nodes();
    for (let count = 0; count <= 300; count += 1) {
      facts.say(`c${count}`, 1);
      here.live.publish(said(`c${count}`, "1"));
    }
    await time.advance(10);
    expect(there.toldOf("reset")).toHaveLength(1);
    expect(facts.reads).toBe(0);
    await time.advance(1_000);
    facts.say("a", 1);
    facts.say("a", 100);
    here.live.publish(said("a", "1"));
    here.live.publish(said("a", "100"));
    await time.advance(10);
    expect(there.toldOf("reset")).toHaveLength(2);
  });

  it("may be too much repeatedly: then pages reload once a second, and after the last change", async () => {
    const { facts, time, here, there } = nodes();
    const resets = () => there.toldOf("reset").length;
    for (let round = 0; round < 25; round += 1) {
      for (let count = 0; count <= 300; count += 1) {
        facts.say(`c${count}`, round);
        here.live.publish(said(`c${count}`, `${round}`));
      }
      await time.advance(100);
    }
    expect(resets()).toBe(3);
    facts.say("a", 1);
    here.live.publish(said("a", "1"));
    await time.advance(499);
    expect([resets(), there.toldOf("message").length]).toEqual([3, 0]);
    await time.advance(1);
    expect(resets()).toBe(4);
    facts.say("b", 1);
    here.live.publish(said("b", "1"));
    await time.advance(5_000);
    expect(there.toldOf("message").map(({ conversationId }) => conversationId)).toContain("b");
    expect(resets()).toBe(4);
  });
});

describe("a change whose signal was lost", () => {
  /** A node without signals. */
  function alone() {
    const [facts, time] = [new SharedFacts(), new ManualTime()];
    const node = new BenchNode(new SignalHub(), facts, time).openPage();
    node.sessions.push({ id: "session-1", account: { id: "ada" } as never });
    return { facts, time, node };
  }

  it("is found by a poll every five seconds, and told once", async () => {
    const { facts, time, node } = alone();
    facts.say("a", 1, { acceptedAt: time.now() - 60_000 });
    await time.advance(1_000);
    facts.say("a", 2, { acceptedAt: time.now() });
    await time.advance(4_010);
    expect(node.toldOf("message").map(({ message }) => message.id)).toEqual(["2"]);
    await time.advance(20_000);
    expect(node.toldOf("message")).toHaveLength(1);
  });

  it("is found when it was accepted before a poll and stored after it", async () => {
    const { facts, time, node } = alone();
    await time.advance(10_000);
    facts.say("a", 1, { acceptedAt: time.now() - 1_000 });
    await time.advance(5_010);
    expect(node.toldOf("message").map(({ message }) => message.id)).toEqual(["1"]);
  });

  it("is found once the store answers again", async () => {
    const { facts, time, node } = alone();
    await time.advance(1_000);
    facts.say("a", 1, { acceptedAt: time.now() });
    facts.isDown = true;
    await time.advance(30_000);
    expect(node.toldOf("message")).toEqual([]);
    facts.isDown = false;
    await time.advance(5_010);
    expect(node.toldOf("message").map(({ message }) => message.id)).toEqual(["1"]);
  });

  it("never leaves a page waiting: without a poll for 12 s the streams end", async () => {
    const { facts, time, node } = alone();
    await time.advance(60_000);
    facts.isDown = true;
    await time.advance(6_000);
    expect(node.endedPages).toEqual([]);
    await time.advance(7_000);
    expect(node.endedPages).toEqual(["all"]);
    node.leavePage();
    await time.advance(60_000);
    expect(node.endedPages).toEqual(["all"]);
  });

  it("of an undelivered message is watched until it has arrived", async () => {
    const { facts, time, node } = alone();
    facts.say("a", 1, { direction: "outbound", state: "waiting" });
    node.live.publish(became("a", "1"));
    facts.say("a", 1, { direction: "outbound", state: "delivered" });
    await time.advance(5_010);
    expect(node.toldOf("state").at(-1)).toEqual({
      conversationId: "a",
      id: "1",
      state: "delivered",
    });
    const count = node.toldOf("state").length;
    await time.advance(20_000);
    expect(node.toldOf("state")).toHaveLength(count);
  });

  it("of presence and of a session's end is found, too", async () => {
    const { facts, time, node } = alone();
    await time.advance(5_010);
    facts.available.add("ada");
    facts.endedSessions.add("session-1");
    await time.advance(5_010);
    expect(node.toldOf("presence").at(-1)).toEqual({
      accountId: "ada",
      available: true,
      withoutPage: false,
      present: true,
      anyAvailable: true,
    });
    expect(node.endedPages).toEqual(["session-1"]);
  });

  it("is not polled for while no page is open, nor after the end", async () => {
    const { facts, time, node } = alone();
    node.leavePage();
    facts.say("a", 1, { acceptedAt: time.now() + 1 });
    await time.advance(20_000);
    expect(facts.reads).toBe(0);
    node.openPage();
    node.close();
    await time.advance(20_000);
    expect(facts.reads).toBe(0);
  });
});
