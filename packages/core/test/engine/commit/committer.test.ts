import { anOutboundAppend, delivered, ManualTime } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { defaultBounds } from "../../../src/engine/bounds.ts";
import type { Committer } from "../../../src/engine/commit/committer.ts";
import type { Grant } from "../../../src/engine/dispatch/grant.ts";
import { StallDetector } from "../../../src/engine/dispatch/stall-detector.ts";
import { committerOver, slowStore } from "./slow-store.ts";

describe("the store calls of one node", () => {
  it("run one after the other, so that calls that touch one lane commit in call order", async () => {
    const time = new ManualTime();
    const { calls, store, answer } = slowStore();
    const committer = committerOver(store, time);
    void committer.append(anOutboundAppend("c"));
    await time.settle();
    void committer.append(anOutboundAppend("c"));
    void committer.append(anOutboundAppend("c"));
    void committer.claim();
    void committer.release("own");
    await time.settle();
    expect(calls).toEqual(["commit 1"]);
    answer();
    await time.settle();
    expect(calls).toHaveLength(2);
    answer();
    await time.settle();
    expect(calls).toHaveLength(3);
    answer();
    await time.settle();
    expect(calls.toSorted()).toEqual(["claim", "commit 1", "commit 2", "release"]);
  });

  it("a store elsewhere gets the next commit before the last one's answers are given", async () => {
    for (const isRemote of [true, false]) {
      const time = new ManualTime();
      const { calls, store, answer } = slowStore(isRemote);
      const committer = committerOver(store, time);
      const callsAtAnswer = committer.append(anOutboundAppend("c")).then(() => calls.length);
      await time.settle();
      void committer.append(anOutboundAppend("c"));
      await time.settle();
      answer();
      await time.settle();
      expect([isRemote, await callsAtAnswer]).toEqual([isRemote, isRemote ? 2 : 1]);
    }
  });

  it("of a busy store elsewhere: answers are given before the next commit, which those who got them are part of, and which waits no longer once it is large", async () => {
    const time = new ManualTime();
    const { calls, store, answer } = slowStore(true);
    const committer = committerOver(store, time);
    const append = () => committer.append(anOutboundAppend("c"));
    const first = Promise.all(Array.from({ length: 16 }, append)).then(() => void append());
    await time.settle();
    void append();
    await time.advance(20);
    answer();
    await time.settle();
    await first;
    expect(calls).toEqual(["commit 16"]);
    await time.advance(6);
    expect(calls).toEqual(["commit 16", "commit 2"]);
    answer();
    await time.settle();
    for (let more = 0; more < 16; more += 1) void append();
    await time.advance(20);
    expect(calls.at(-1)).toBe("commit 16");
    void append();
    answer();
    await time.settle();
    for (let more = 0; more < 99; more += 1) void append();
    await time.settle();
    expect(calls.at(-1)).toBe("commit 100");
  });

  it("are over when every answer has been given", async () => {
    const time = new ManualTime();
    const { store, answer } = slowStore(true);
    const committer = committerOver(store, time);
    const order: string[] = [];
    void committer.append(anOutboundAppend("c")).then(() => order.push("first"));
    await time.settle();
    void committer.append(anOutboundAppend("c")).then(() => order.push("second"));
    void committer.idle().then(() => order.push("idle"));
    answer();
    await time.settle();
    answer();
    await time.settle();
    expect(order).toEqual(["first", "idle", "second"]);
  });

  it("what one turn wants written is one commit", async () => {
    const time = new ManualTime();
    const { calls, store } = slowStore();
    const committer = committerOver(store, time);
    for (let item = 0; item < 5; item += 1) void committer.append(anOutboundAppend("c"));
    await time.settle();
    expect(calls).toEqual(["commit 5"]);
  });

  it("what seventeen turns want written one after the other is one commit of a store in this process, verdicts as well", async () => {
    const lane = { kind: "inbound", conversationId: "c" } as const;
    const wants = {
      "commit 17": (committer: Committer) => committer.append(anOutboundAppend("c")),
      "commit 0 and 17": (committer: Committer) =>
        committer.settle({ lane, token: 1, verdict: delivered }),
    };
    for (const [commit, want] of Object.entries(wants)) {
      const time = new ManualTime();
      const { calls, store } = slowStore();
      const committer = committerOver(store, time);
      for (let turn = 0; turn < 20; turn += 1) {
        void want(committer);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await time.settle();
      expect(calls).toEqual([commit]);
    }
  });

  it("a claim without room for anything asks nothing, and says that more may be due", async () => {
    const time = new ManualTime();
    const { calls, store } = slowStore();
    const none = { inboundLeases: 0, outboundLeases: 0, reportLeases: 0 };
    const bounds = { ...defaultBounds, ...none };
    const committer = committerOver(store, time, undefined, undefined, bounds);
    const granted: Grant[] = [];
    committer.connect((grant) => {
      granted.push(grant);
      return () => {};
    });
    await committer.claim();
    expect(calls).toEqual([]);
    expect(granted.map(({ exhausted }) => exhausted)).toEqual([["inbound", "outbound", "reports"]]);
  });

  it("of a store elsewhere: a claim runs beside commits, and its budget is not theirs as well", async () => {
    for (const isRemote of [true, false]) {
      const time = new ManualTime();
      const { calls, inbound, store } = slowStore(isRemote);
      const committer = committerOver(store, time);
      void committer.claim();
      void committer.claim();
      for (let item = 0; item < 300; item += 1) void committer.append(anOutboundAppend("c"));
      await time.settle();
      expect([isRemote, calls]).toEqual([isRemote, isRemote ? ["claim", "commit 300"] : ["claim"]]);
      expect(inbound).toEqual(isRemote ? [256, 256] : [512]);
    }
  });

  it("of a store elsewhere: leases are given back when the claim that may bring some has ended", async () => {
    const time = new ManualTime();
    const { calls, store, answer } = slowStore(true);
    const committer = committerOver(store, time);
    const order: string[] = [];
    void committer.claim();
    void committer.idle().then(() => order.push("idle"));
    void committer.release("own").then(() => order.push("released"));
    await time.settle();
    expect([calls, order]).toEqual([["claim"], []]);
    answer();
    await time.settle();
    expect([calls, order]).toEqual([["claim", "release"], ["idle"]]);
  });

  it("that outlasted a standstill grant what another node may have by now, whoever noticed it first", async () => {
    for (const call of ["claim", "commit"] as const) {
      const time = new ManualTime();
      const watch = new StallDetector(time, time, true);
      const { store, answer } = slowStore(true);
      const committer = committerOver(store, time, watch);
      const doubts: boolean[] = [];
      committer.connect(({ isDoubtful }) => {
        doubts.push(isDoubtful);
        return () => {};
      });
      watch.start(() => {});
      for (const standsStill of [false, true]) {
        void (call === "claim" ? committer.claim() : committer.append(anOutboundAppend("c")));
        await time.settle();
        if (standsStill) time.spend(1_500);
        watch.check();
        answer();
        await time.settle();
      }
      watch.stop();
      expect([call, doubts]).toEqual([call, [false, true]]);
    }
  });

  it("that are made in a turn that stood still are doubted with those under way, if the store is elsewhere", async () => {
    for (const isRemote of [true, false]) {
      const time = new ManualTime();
      const watch = new StallDetector(time, time, isRemote);
      const { store, answer } = slowStore(isRemote);
      const commit: typeof store.commit = (...call) => {
        time.spend(1_500);
        return store.commit(...call);
      };
      const committer = committerOver({ ...store, commit }, time, watch);
      const doubts: boolean[] = [];
      committer.connect(({ isDoubtful }) => {
        doubts.push(isDoubtful);
        return () => {};
      });
      const gaps: number[] = [];
      watch.start((gapMs) => gaps.push(gapMs));
      void committer.claim();
      await time.settle();
      if (!isRemote) answer();
      void committer.append(anOutboundAppend("c"));
      for (let call = 0; call < 2; call += 1) {
        await time.settle();
        answer();
      }
      await time.settle();
      watch.stop();
      expect([gaps, doubts]).toEqual(isRemote ? [[1_500], [true, true]] : [[], [false, false]]);
    }
  });

  it("of a store elsewhere: a claim waits for verdicts that have waited long, or it would take their lanes over", async () => {
    for (const waitedMs of [200, 300]) {
      const time = new ManualTime();
      const { calls, store } = slowStore(true);
      const committer = committerOver(store, time);
      const lane = { kind: "inbound", conversationId: "c" } as const;
      void committer.settle({ lane, token: 1, verdict: { kind: "delivered", record: null } });
      await time.settle();
      await time.advance(waitedMs);
      void committer.claim();
      await time.settle();
      expect([waitedMs, calls]).toEqual([
        waitedMs,
        waitedMs > 250 ? ["commit 0 and 1"] : ["commit 0 and 1", "claim"],
      ]);
    }
  });
});
