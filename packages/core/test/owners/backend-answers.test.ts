import { ManualTime } from "@parley/conformance";
import { expect, it } from "vitest";
import { BackendAnswers } from "../../src/engine/backends/backend-answers.ts";
import { StoreFailureLog } from "../../src/engine/commit/store-failure-log.ts";
import { MemoryBackendStore } from "../../src/memory/backend-store.ts";
import { MemoryData } from "../../src/memory/data.ts";

const afterMs = 60_000;
const second = 1_000;
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Nodes that share a store and know the answers of one agent app. */
async function nodes(count: number) {
  const time = new ManualTime();
  const store = new MemoryBackendStore(new MemoryData());
  const failureLog = new StoreFailureLog({ fails: "", ends: "" }, silent, time);
  const all = Array.from(
    { length: count },
    () => new BackendAnswers({ backend: "sales", store, clock: time, timers: time, failureLog }),
  );
  for (const one of all) await one.start();
  const pass = async (ms: number) => {
    await time.advance(ms);
    await time.settle();
  };
  const [one, other] = all as [BackendAnswers, BackendAnswers];
  return { time, pass, one, other };
}

it("an agent app is down when no node has had an answer for the whole time", async () => {
  const { time, pass, one, other } = await nodes(2);
  one.failed(time.now());
  await pass(afterMs - 1);
  other.failed(time.now());
  expect([await one.isDown(afterMs), await other.isDown(afterMs)]).toEqual([false, false]);
  await pass(1);
  expect([await one.isDown(afterMs), await other.isDown(afterMs)]).toEqual([true, true]);
});

it("a node that alone has no answer finds nobody down", async () => {
  const { time, pass, one, other } = await nodes(2);
  one.failed(time.now());
  for (let seconds = 0; seconds < 120; seconds += 5) {
    await pass(5 * second);
    other.answered(time.now());
    one.failed(time.now());
    await pass(0);
    expect(await one.isDown(afterMs)).toBe(false);
  }
});

it("an answer soon after one that is written counts, though the node does not write it", async () => {
  const { time, pass, one, other } = await nodes(2);
  other.answered(time.now());
  await pass(second);
  one.failed(time.now());
  await pass(2 * second);
  other.answered(time.now());
  await pass(afterMs - second);
  expect(await one.isDown(afterMs)).toBe(false);
  await pass(10 * second);
  expect(await one.isDown(afterMs)).toBe(true);
});

it("an agent app that answers again is not down", async () => {
  const { time, pass, one, other } = await nodes(2);
  one.failed(time.now());
  await pass(afterMs);
  expect(await one.isDown(afterMs)).toBe(true);
  other.answered(time.now());
  await pass(second);
  expect([await one.isDown(afterMs), await other.isDown(afterMs)]).toEqual([false, false]);
});

it("a time in which nobody asked is no outage", async () => {
  const { time, pass, one, other } = await nodes(2);
  one.failed(time.now());
  await pass(3_600 * second);
  other.failed(time.now());
  await pass(afterMs - 1);
  other.failed(time.now());
  expect([await one.isDown(afterMs), await other.isDown(afterMs)]).toEqual([false, false]);
  await pass(1);
  expect([await one.isDown(afterMs), await other.isDown(afterMs)]).toEqual([true, true]);
});
