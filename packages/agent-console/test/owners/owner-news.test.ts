import { ManualTime } from "@parley/conformance";
import type { Conversation } from "@parley/core";
import { SignalHub } from "@parley/core/memory";
import { describe, expect, it } from "vitest";
import { LiveEvents } from "../../src/live/live-events.ts";
import type { LiveEvent } from "../../src/live/live-event.ts";
import { OwnerWatch } from "../../src/owners/owner-watch.ts";
import { Ownership } from "../../src/owners/ownership.ts";
import { SharedNews } from "../../src/owners/shared-news.ts";
import { BenchNode, SharedFacts } from "../support/nodes/node-bench.ts";

const owned = (
  conversationId: string,
  answeredBy: string | null,
  isReadable = true,
): LiveEvent => ({
  type: "owner",
  data: { conversationId, answeredBy, isReadable },
});

/** The console as `desk`, which may read `sales`, and owners by conversation. */
function shared(owners: Record<string, string>) {
  const ownership = new Ownership({
    names: ["desk"],
    readable: ["desk", "sales"],
    hasOthers: true,
    isElsewhere: async (id) => id in owners && !["desk", "sales"].includes(owners[id] ?? ""),
  });
  const conversationOf = (id: string) =>
    ({ id, owner: { backend: owners[id] ?? null } }) as unknown as Conversation;
  const newest = () =>
    Object.keys(owners)
      .map(conversationOf)
      .filter(({ owner }) => ownership.canRead(owner.backend));
  const conversations = {
    find: async (id: string) => newest().find((one) => one.id === id) ?? null,
    messages: async () => ({ items: [], next: null }),
  };
  const live = new LiveEvents("here");
  const told: LiveEvent[] = [];
  live.listen(({ event }) => told.push(event));
  return { owners, ownership, newest, conversations, live, told };
}

describe("a change of owner", () => {
  it("on one node is told to the pages of another", async () => {
    const [hub, facts, time] = [new SignalHub(), new SharedFacts(), new ManualTime()];
    const here = new BenchNode(hub, facts, time, "here");
    const there = new BenchNode(hub, facts, time, "there").openPage();
    const events = [owned("a", "sales"), owned("a", null), owned("a", "support", false)];
    for (const event of events) here.live.publish(event);
    await time.advance(10);
    expect(there.told).toEqual(events);
  });

  it("whose signal was lost is found among the newest conversations", async () => {
    const { owners, newest, told, ...parts } = shared({ a: "desk", b: "desk", c: "sales", d: "x" });
    const watch = new OwnerWatch(parts);
    watch.begin();
    await watch.look(newest());
    expect(told).toEqual([]);
    Object.assign(owners, { a: "sales", b: "x", d: "desk" });
    await watch.look(newest());
    expect(told).toEqual([owned("a", "sales"), owned("d", null), owned("b", null, false)]);
    await watch.look(newest());
    expect(told).toHaveLength(3);
    delete owners["a"];
    watch.heard(owned("c", null));
    owners["c"] = "desk";
    await watch.look(newest());
    expect(told).toHaveLength(3);
  });
});

describe("events of everybody's conversations", () => {
  const about = { channelId: "shop", deliverySequences: [1], sequences: [1] };

  it("that come faster than owners are looked up make pages load everything again, once", async () => {
    const { conversations, live, told, ownership } = shared({ a: "desk" });
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const slow = {
      ...conversations,
      find: (id: string) => gate.then(() => conversations.find(id)),
    };
    const own: string[] = [];
    const onOwn = (event: { readonly type: string }) => own.push(event.type);
    const timers = new ManualTime();
    const news = new SharedNews({ conversations: slow, live, timers, ownership, onOwn });
    for (let count = 0; count < 1_100; count += 1)
      news.notice({ type: "queued", conversationId: "a", ...about });
    release();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(own).toHaveLength(1_000);
    expect(told).toEqual([{ type: "reset", data: {} }]);
    news.notice({ type: "queued", conversationId: "a", ...about });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(own).toHaveLength(1_001);
  });
});
