import { anOutboundAppend, delivered, ManualTime, retryAt } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { defaultBounds } from "../../../src/engine/bounds.ts";
import type { Grant } from "../../../src/engine/dispatch/lease-book.ts";
import { StallDetector } from "../../../src/engine/dispatch/stall-detector.ts";
import type { MessageStore } from "../../../src/ports/stores/message-store.ts";
import { aLease, queueOver, slowStore } from "./slow-store.ts";

const kinds = [
  ["in this process", false],
  ["across a wire", true],
] as const;

const lane = { kind: "inbound", conversationId: "c" } as const;

describe.each(kinds)("the queue of a store %s", (_, isRemote) => {
  it("makes one commit of what one turn wants written", async () => {
    const time = new ManualTime();
    const { calls, store } = slowStore(isRemote);
    const queue = queueOver(store, time);
    for (const visitor of ["a", "b", "c"]) void queue.append(anOutboundAppend(visitor));
    void queue.settle({ lane, token: 1, verdict: delivered });
    await time.settle();
    expect(calls).toEqual(["commit 3 and 1"]);
  });

  it("commits one after the other, and releases after them", async () => {
    const time = new ManualTime();
    const { calls, store, answer } = slowStore(isRemote);
    const queue = queueOver(store, time);
    void queue.append(anOutboundAppend("c"));
    await time.settle();
    for (const visitor of ["a", "b"]) void queue.append(anOutboundAppend(visitor));
    await time.settle();
    void queue.release("own");
    const seen = [];
    for (let answered = 0; answered < 3; answered += 1) {
      await time.settle();
      seen.push(calls.length);
      answer();
    }
    expect([seen, calls]).toEqual([
      [1, 2, 3],
      ["commit 1", "commit 2", "release"],
    ]);
  });

  it("hands leases over once, after the answers, and rejects nothing that is stored when that fails", async () => {
    const time = new ManualTime();
    const { store, answer } = slowStore(isRemote, [aLease(1), aLease(2)]);
    const order: string[] = [];
    const onGrant = ({ held }: Grant): void => {
      order.push(`granted ${held.length}`);
      throw new Error("a bug");
    };
    const queue = queueOver(store, time, { onGrant });
    void queue.append(anOutboundAppend("c")).then(({ status }) => order.push(status));
    await time.settle();
    answer();
    await time.settle();
    expect(order).toEqual(["granted 2", "stored"]);
  });

  it("says of a failed commit that its items may be stored, and commits the next ones", async () => {
    const time = new ManualTime();
    const { calls, store, answer, fail } = slowStore(isRemote);
    const queue = queueOver(store, time);
    const failed = Promise.allSettled([
      queue.append(anOutboundAppend("c")),
      queue.settle({ lane, token: 1, verdict: delivered }),
    ]);
    await time.settle();
    fail();
    const reason = { code: "store-unavailable", retryable: true };
    const rejected = { status: "rejected", reason };
    expect(await failed).toMatchObject([rejected, rejected]);
    const next = queue.append(anOutboundAppend("c"));
    await time.settle();
    answer();
    expect([(await next).status, calls]).toEqual(["stored", ["commit 1 and 1", "commit 1"]]);
  });

  it("is idle when every answer of the calls under way has been given", async () => {
    const time = new ManualTime();
    const { store, answer } = slowStore(isRemote);
    const queue = queueOver(store, time);
    const order: string[] = [];
    void queue.append(anOutboundAppend("c")).then(() => order.push("first"));
    await time.settle();
    void queue.append(anOutboundAppend("d")).then(() => order.push("second"));
    void queue.idle().then(() => order.push("idle"));
    for (let answered = 0; answered < 2; answered += 1) {
      answer();
      await time.settle();
    }
    expect(order.indexOf("first")).toBeLessThan(order.indexOf("idle"));
    expect(order).toHaveLength(3);
  });

  it("asks nothing in a claim without room for anything, and says that more may be due", async () => {
    const time = new ManualTime();
    const { calls, store } = slowStore(isRemote);
    const none = { inboundLeases: 0, outboundLeases: 0, reportLeases: 0, noticeLeases: 0 };
    const granted: Grant[] = [];
    const queue = queueOver(store, time, {
      bounds: { ...defaultBounds, ...none },
      onGrant: (grant) => void granted.push(grant),
    });
    await queue.claim();
    expect(calls).toEqual([]);
    expect(granted.map(({ exhausted }) => exhausted)).toEqual([
      [
        { kind: "outbound", backend: null },
        { kind: "inbound", backend: "default" },
        { kind: "reports", backend: "default" },
        { kind: "notices", backend: "default" },
      ],
    ]);
  });

  it("claims as long as there is room for one kind alone", async () => {
    for (const room of ["inboundLeases", "outboundLeases", "reportLeases", "noticeLeases"]) {
      const { calls, store } = slowStore(isRemote);
      const none = { inboundLeases: 0, outboundLeases: 0, reportLeases: 0, noticeLeases: 0 };
      const bounds = { ...defaultBounds, ...none, [room]: 1 };
      const queue = queueOver(store, new ManualTime(), { bounds });
      void queue.claim();
      await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
      expect(calls).toEqual(["claim"]);
    }
  });

  it("settles a verdict alone when it is told to, and says whether it counted", async () => {
    const time = new ManualTime();
    const { calls, store, answer } = slowStore(isRemote);
    const queue = queueOver(store, time);
    void queue.settle({ lane, token: 1, verdict: delivered });
    const alone = queue.settleAlone({ lane, token: 2, verdict: retryAt(5) });
    for (let answered = 0; answered < 2; answered += 1) {
      await time.settle();
      answer();
    }
    expect([await alone, calls]).toEqual(["stale", ["commit 0 and 1", "commit 0 and 1"]]);
  });

  it("drops the leases of a call that outlasted a standstill, whoever noticed it first", async () => {
    for (const call of ["claim", "commit"] as const) {
      const time = new ManualTime();
      const watch = new StallDetector(time, time);
      const { store, answer } = slowStore(isRemote, [aLease(1)]);
      const isHeld: boolean[] = [];
      const onGrant = ({ held }: Grant): void => void isHeld.push(...held.map((one) => one.held));
      const queue = queueOver(store, time, { watch, onGrant });
      watch.start(() => {});
      for (const standsStill of [false, true]) {
        await time.advance(20);
        void (call === "claim" ? queue.claim() : queue.append(anOutboundAppend("c")));
        await time.settle();
        if (standsStill) time.spend(1_500);
        watch.check();
        answer();
        await time.settle();
      }
      watch.stop();
      expect([call, isHeld]).toEqual([call, [true, false]]);
    }
  });

  it("counts the turn of a call as a standstill only where the store works elsewhere", async () => {
    const time = new ManualTime();
    const watch = new StallDetector(time, time);
    const { store, answer } = slowStore(isRemote, [aLease(1)]);
    const commit: MessageStore["commit"] = (...call) => {
      time.spend(1_500);
      return store.commit(...call);
    };
    const isHeld: boolean[] = [];
    const onGrant = ({ held }: Grant): void => void isHeld.push(...held.map((one) => one.held));
    const queue = queueOver({ ...store, commit }, time, { watch, onGrant });
    const gaps: number[] = [];
    watch.start((gapMs) => gaps.push(gapMs));
    void queue.append(anOutboundAppend("c"));
    await time.settle();
    answer();
    await time.settle();
    watch.stop();
    expect([gaps, isHeld]).toEqual(isRemote ? [[1_500], [false]] : [[], [true]]);
  });
});

describe("the queue of a store in this process", () => {
  /** Sizes of the commits when the turns of the event loop bring so many appends, each turn `turnMs` later. */
  async function gathered(items: readonly number[], turnMs = 0): Promise<readonly string[]> {
    const time = new ManualTime();
    const { calls, store, answer } = slowStore();
    const queue = queueOver(store, time);
    for (const [turn, count] of items.entries()) {
      for (let item = 0; item < count; item += 1)
        void queue.append(anOutboundAppend(`${turn} ${item}`));
      await new Promise((resolve) => setImmediate(resolve));
      time.spend(turnMs);
    }
    for (let commit = 0; commit < items.length; commit += 1) {
      await time.settle();
      answer();
    }
    return calls;
  }

  it("gathers as long as each turn brings more, sixteen turns at most", async () => {
    expect(await gathered([2, 1, 3])).toEqual(["commit 6"]);
    expect(await gathered([2, 0, 0, 3])).toEqual(["commit 2", "commit 3"]);
    const twenty = Array.from({ length: 20 }, () => 1);
    expect(await gathered(twenty)).toEqual(["commit 17", "commit 3"]);
  });

  it("gathers no more after 6 ms, or when the commit is large", async () => {
    expect(await gathered([1, 1, 1, 1, 1], 3)).toEqual(["commit 3", "commit 2"]);
    expect(await gathered([399, 1, 1])).toEqual(["commit 400", "commit 1"]);
  });

  it("claims when its commits are over, with all the room", async () => {
    const time = new ManualTime();
    const { calls, inbound, store, answer } = slowStore();
    const queue = queueOver(store, time);
    void queue.append(anOutboundAppend("c"));
    await time.settle();
    void queue.claim();
    await time.settle();
    expect(calls).toEqual(["commit 1"]);
    answer();
    await time.settle();
    expect([calls, inbound]).toEqual([
      ["commit 1", "claim"],
      [512, 512],
    ]);
  });
});
