import { anOutboundAppend, ManualTime } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { queueOver, slowStore } from "./slow-store.ts";

/** A queue whose last commit held `last` items and took `tookMs`; `wait(items)` asks for so many more. */
async function after({ last, tookMs }: { readonly last: number; readonly tookMs: number }) {
  const time = new ManualTime();
  const { calls, store, answer } = slowStore(true);
  const queue = queueOver(store, time);
  let lane = 0;
  const want = (items: number): void => {
    for (let item = 0; item < items; item += 1) void queue.append(anOutboundAppend(`c${lane++}`));
  };
  want(last);
  await time.settle();
  time.spend(tookMs);
  answer();
  await time.settle();
  return { time, calls, want };
}

/** How long a commit of `items` waits that is wanted when the last one ends, in milliseconds. */
async function restMs(last: number, tookMs: number, items: number): Promise<number> {
  const { time, calls, want } = await after({ last, tookMs });
  want(items);
  await time.settle();
  let ms = 0;
  for (; ms < 20 && calls.length < 2; ms += 1) await time.advance(1);
  return ms;
}

describe("a commit of a store across a wire", () => {
  it("is handed over before the answers of the last one are given", async () => {
    const time = new ManualTime();
    const { calls, store, answer } = slowStore(true);
    const queue = queueOver(store, time);
    const callsAtAnswer = queue.append(anOutboundAppend("c")).then(() => calls.length);
    await time.settle();
    void queue.append(anOutboundAppend("d"));
    await time.settle();
    answer();
    await time.settle();
    expect(await callsAtAnswer).toBe(2);
  });

  it("has no later message of a lane whose lock the last one met", async () => {
    const time = new ManualTime();
    const { batches, store } = slowStore(true);
    const locked = { status: "unavailable", cause: null, isLocked: true } as const;
    const commit: typeof store.commit = async (batch) => {
      batches.push(batch);
      await new Promise((resolve) => setImmediate(resolve));
      const appends = batch.appends.map(() => locked);
      return { appends, settlements: [], states: [], leases: [] };
    };
    const queue = queueOver({ ...store, commit }, time);
    void queue.append(anOutboundAppend("c", { messages: ["1"] })).catch(() => {});
    while (batches.length === 0) await new Promise((resolve) => setImmediate(resolve));
    void queue.append(anOutboundAppend("c", { messages: ["2"] })).catch(() => {});
    await time.advance(100);
    const texts = batches.flatMap(({ appends }) => appends.map((one) => JSON.stringify(one)));
    expect(texts.length).toBeGreaterThan(2);
    expect(new Set(texts).size).toBe(1);
    await time.advance(1_000);
  });

  it("waits for as long as the last one took beyond the usual, and for no more than 6 ms", async () => {
    const rests = [4, 5, 6, 9, 11, 12, 400].map((tookMs) => restMs(60, tookMs, 30));
    expect(await Promise.all(rests)).toEqual([0, 0, 1, 4, 6, 6, 6]);
  });

  it("waits from the end of the last one: who comes later waits for the rest of it", async () => {
    const { time, calls, want } = await after({ last: 60, tookMs: 20 });
    time.spend(4);
    want(30);
    await time.settle();
    await time.advance(1);
    expect(calls).toHaveLength(1);
    await time.advance(1);
    expect(calls).toHaveLength(2);
  });

  it("does not wait when hardly anybody is about to come, or when it is large already", async () => {
    const rests = [restMs(15, 20, 8), restMs(16, 20, 8), restMs(60, 20, 99), restMs(60, 20, 100)];
    expect(await Promise.all(rests)).toEqual([0, 6, 6, 0]);
  });

  it("goes out as soon as it is large", async () => {
    const { time, calls, want } = await after({ last: 60, tookMs: 20 });
    want(99);
    await time.settle();
    expect(calls).toHaveLength(1);
    want(1);
    await time.settle();
    expect(calls).toEqual(["commit 60", "commit 100"]);
  });

  it("does not wait for a clock that was set back meanwhile", async () => {
    const time = new ManualTime();
    let setBackMs = 0;
    const clock = { now: () => time.now() - setBackMs };
    const { calls, store, answer } = slowStore(true);
    const queue = queueOver(store, time, { clock });
    const want = (name: string): void => {
      for (let item = 0; item < 30; item += 1) void queue.append(anOutboundAppend(name + item));
    };
    want("a");
    await time.settle();
    time.spend(20);
    answer();
    await time.settle();
    setBackMs = 3_600_000;
    want("b");
    await time.settle();
    expect(calls).toHaveLength(2);
  });
});

describe("a claim of a store across a wire", () => {
  it("runs beside commits, and its budget is not theirs as well", async () => {
    const time = new ManualTime();
    const { calls, inbound, store } = slowStore(true);
    const queue = queueOver(store, time);
    void queue.claim();
    void queue.claim();
    for (let item = 0; item < 300; item += 1) void queue.append(anOutboundAppend(`c${item}`));
    await time.settle();
    expect(calls).toEqual(["claim", "commit 300"]);
    expect(inbound).toEqual([256, 256]);
  });

  it("comes 10 ms after the last one at least", async () => {
    const time = new ManualTime();
    const { calls, store, answer } = slowStore(true);
    const queue = queueOver(store, time);
    void queue.claim();
    await time.settle();
    answer();
    await time.advance(4);
    void queue.claim();
    await time.advance(5);
    expect(calls).toHaveLength(1);
    await time.advance(1);
    expect(calls).toEqual(["claim", "claim"]);
  });

  it("does not wait for a clock that was set back", async () => {
    const time = new ManualTime();
    let setBackMs = 0;
    const { calls, store, answer } = slowStore(true);
    const queue = queueOver(store, time, { clock: { now: () => time.now() - setBackMs } });
    void queue.claim();
    await time.settle();
    answer();
    await time.settle();
    setBackMs = 3_600_000;
    void queue.claim();
    await time.settle();
    expect(calls).toEqual(["claim", "claim"]);
  });

  it("waits for verdicts that have waited long, or it would take their lanes over", async () => {
    for (const waitedMs of [200, 300]) {
      const time = new ManualTime();
      const { calls, store } = slowStore(true);
      const queue = queueOver(store, time);
      const lane = { kind: "inbound", conversationId: "c" } as const;
      void queue.settle({ lane, token: 1, verdict: { kind: "delivered", record: null } });
      await time.settle();
      await time.advance(waitedMs);
      void queue.claim();
      await time.settle();
      expect([waitedMs, calls]).toEqual([
        waitedMs,
        waitedMs > 250 ? ["commit 0 and 1"] : ["commit 0 and 1", "claim"],
      ]);
    }
  });

  it("ends before leases are given back, because it may bring some", async () => {
    const time = new ManualTime();
    const { calls, store, answer } = slowStore(true);
    const queue = queueOver(store, time);
    const order: string[] = [];
    void queue.claim();
    void queue.idle().then(() => order.push("idle"));
    void queue.release("own").then(() => order.push("released"));
    await time.settle();
    expect([calls, order]).toEqual([["claim"], []]);
    answer();
    await time.settle();
    expect([calls, order]).toEqual([["claim", "release"], ["idle"]]);
  });
});
