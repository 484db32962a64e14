import { anOutboundAppend, delivered, ManualTime, retryAt } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import type { Verdict } from "../../src/ports/message-store.ts";
import { committerOver, slowStore } from "./slow-store.ts";

function settlement(verdict: Verdict) {
  return { lane: { conversationId: "c", kind: "outbound" }, token: 1, verdict } as const;
}

describe("of a store elsewhere", () => {
  it("retries gather for a while, and are settled beside commits", async () => {
    for (const isElsewhere of [true, false]) {
      const time = new ManualTime();
      const { calls, store, answer } = slowStore(isElsewhere);
      const committer = committerOver(store, time);
      void committer.append(anOutboundAppend("c"));
      await time.settle();
      void committer.settle(settlement(retryAt(5)));
      await time.advance(9);
      void committer.settle(settlement(retryAt(5)));
      void committer.settle(settlement(delivered));
      await time.settle();
      expect(calls).toEqual(["commit 1"]);
      await time.advance(1);
      expect(calls).toEqual(isElsewhere ? ["commit 1", "commit 0 and 2"] : ["commit 1"]);
      answer();
      await time.settle();
      expect(calls.at(-1)).toBe(isElsewhere ? "commit 0 and 1" : "commit 0 and 3");
    }
  });

  it("what is to be tried again is settled before anything is claimed or given back", async () => {
    for (const next of ["claim", "release"] as const) {
      const time = new ManualTime();
      const { calls, store, answer } = slowStore(true);
      const committer = committerOver(store, time);
      void committer.settle(settlement(retryAt(5)));
      void (next === "claim" ? committer.claim() : committer.release("own"));
      await time.settle();
      expect(calls).toEqual(["commit 0 and 1"]);
      answer();
      await time.advance(20);
      expect(calls).toEqual(["commit 0 and 1", next]);
    }
  });

  it("who has a retry settled is told when that failed, and claims go on", async () => {
    const time = new ManualTime();
    const { calls, store } = slowStore(true);
    const failing = { ...store, commit: () => Promise.reject(new Error("not today")) };
    const committer = committerOver(failing, time);
    const settled = committer.settle(settlement(retryAt(5))).catch(({ code }) => code as string);
    void committer.claim();
    await time.settle();
    expect([await settled, calls]).toEqual(["store-unavailable", ["claim"]]);
  });
});
