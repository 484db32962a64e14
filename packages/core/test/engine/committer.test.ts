import { anOutboundAppend, ManualTime } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { defaultBounds } from "../../src/engine/bounds.ts";
import { Committer } from "../../src/engine/committer.ts";
import { LeaseBook } from "../../src/engine/lease-book.ts";
import { Observers } from "../../src/engine/observers.ts";
import { TurnWatch } from "../../src/engine/turn-watch.ts";
import type { CommitResult, MessageStore } from "../../src/ports/message-store.ts";

const stored = {
  status: "stored",
  conversationId: "c",
  sequences: [1],
  created: false,
} as const;

/** A store whose answers wait to be given; `calls` are those that it was asked, in order. */
function slowStore(isElsewhere = false) {
  const calls: string[] = [];
  const answers: (() => void)[] = [];
  const answered = <Result>(call: string, result: Result): Promise<Result> => {
    calls.push(call);
    return new Promise((resolve) => answers.push(() => resolve(result)));
  };
  const store: MessageStore = {
    isElsewhere,
    commit: ({ appends }) => {
      const result: CommitResult = {
        appends: appends.map(() => stored),
        settlements: [],
        leases: [],
      };
      return answered(`commit ${appends.length}`, result);
    },
    claim: () => answered("claim", []),
    release: () => answered("release", undefined),
    nextDueAt: () => answered("due", { inbound: null, outbound: null, reports: null }),
  };
  return { calls, store, answer: () => answers.shift()?.() };
}

function committerOver(store: MessageStore, time: ManualTime): Committer {
  const book = new LeaseBook("node", defaultBounds);
  book.open();
  const observers = new Observers([], { debug() {}, info() {}, warn() {}, error() {} });
  const watch = new TurnWatch(time, time);
  return new Committer({
    store,
    clock: time,
    timers: time,
    book,
    watch,
    observers,
    bounds: defaultBounds,
  });
}

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
    for (const isElsewhere of [true, false]) {
      const time = new ManualTime();
      const { calls, store, answer } = slowStore(isElsewhere);
      const committer = committerOver(store, time);
      const callsAtAnswer = committer.append(anOutboundAppend("c")).then(() => calls.length);
      await time.settle();
      void committer.append(anOutboundAppend("c"));
      await time.settle();
      answer();
      await time.settle();
      expect([isElsewhere, await callsAtAnswer]).toEqual([isElsewhere, isElsewhere ? 2 : 1]);
    }
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
});
