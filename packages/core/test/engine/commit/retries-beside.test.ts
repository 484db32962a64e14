import { anOutboundAppend, delivered, ManualTime, retryAt } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import type { Verdict } from "../../../src/ports/stores/message-store.ts";
import { queueOver, slowStore } from "./slow-store.ts";

function settlement(verdict: Verdict) {
  return { lane: { conversationId: "c", kind: "outbound" }, token: 1, verdict } as const;
}

describe("of a store elsewhere", () => {
  it("retries gather for a while, and are settled beside commits", async () => {
    for (const isRemote of [true, false]) {
      const time = new ManualTime();
      const { calls, store, answer } = slowStore(isRemote);
      const queue = queueOver(store, time);
      void queue.append(anOutboundAppend("c"));
      await time.settle();
      void queue.settle(settlement(retryAt(5)));
      await time.advance(9);
      void queue.settle(settlement(retryAt(5)));
      void queue.settle(settlement(delivered));
      await time.settle();
      expect(calls).toEqual(["commit 1"]);
      await time.advance(1);
      expect(calls).toEqual(isRemote ? ["commit 1", "commit 0 and 2"] : ["commit 1"]);
      answer();
      await time.settle();
      expect(calls.at(-1)).toBe(isRemote ? "commit 0 and 1" : "commit 0 and 3");
    }
  });

  it("what is to be tried again is settled before anything is claimed or given back", async () => {
    for (const next of ["claim", "release"] as const) {
      const time = new ManualTime();
      const { calls, store, answer } = slowStore(true);
      const queue = queueOver(store, time);
      void queue.settle(settlement(retryAt(5)));
      void (next === "claim" ? queue.claim() : queue.release("own"));
      await time.settle();
      expect(calls).toEqual(["commit 0 and 1"]);
      answer();
      await time.advance(20);
      expect(calls).toEqual(["commit 0 and 1", next]);
    }
  });

  it("retries of an outage are settled two hundred at a time", async () => {
    const time = new ManualTime();
    const { calls, store, answer } = slowStore(true);
    const queue = queueOver(store, time);
    for (let item = 0; item < 300; item += 1) void queue.settle(settlement(retryAt(5)));
    await time.advance(10);
    expect(calls).toEqual(["commit 0 and 200"]);
    answer();
    await time.settle();
    expect(calls).toEqual(["commit 0 and 200", "commit 0 and 100"]);
  });

  it("retries ask for no leases, so that a commit beside them has the room", async () => {
    const time = new ManualTime();
    const { calls, inbound, store } = slowStore(true);
    const queue = queueOver(store, time);
    for (let item = 0; item < 200; item += 1) void queue.settle(settlement(retryAt(5)));
    await time.advance(10);
    for (let item = 0; item < 600; item += 1) void queue.append(anOutboundAppend(`c${item}`));
    await time.settle();
    expect(calls).toEqual(["commit 0 and 200", "commit 600"]);
    expect(inbound).toEqual([0, 512]);
  });

  it("retries that come while others are settled do not keep claims waiting", async () => {
    const time = new ManualTime();
    const { calls, store, answer } = slowStore(true);
    const queue = queueOver(store, time);
    void queue.settle(settlement(retryAt(5)));
    void queue.claim();
    await time.settle();
    void queue.settle(settlement(retryAt(5)));
    answer();
    await time.settle();
    expect(calls).toEqual(["commit 0 and 1", "claim"]);
    answer();
    await time.advance(10);
    expect(calls).toEqual(["commit 0 and 1", "claim", "commit 0 and 1"]);
  });

  it("who has a retry settled is told when that failed, and claims go on", async () => {
    const time = new ManualTime();
    const { calls, store } = slowStore(true);
    const failing = { ...store, commit: () => Promise.reject(new Error("not today")) };
    const queue = queueOver(failing, time);
    const settled = queue.settle(settlement(retryAt(5))).catch(({ code }) => code as string);
    void queue.claim();
    await time.settle();
    expect([await settled, calls]).toEqual(["store-unavailable", ["claim"]]);
  });
});
