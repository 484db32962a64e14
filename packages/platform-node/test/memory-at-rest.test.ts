import { spawnSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { MemoryAtRest, returnMemoryAtRest, thisProcess } from "../src/memory-at-rest.ts";

const mib = 1024 * 1024;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const lookMs = 500;

/** A process whose heap keeps what it grew to until it is collected, which takes 50 ms of its time. */
function aProcess({ tookMs = 50 } = {}) {
  const state = { heap: 40, needs: 40, now: 0, collectedAt: [] as number[] };
  let [busyMs, sinceMs] = [0, 0];
  const memory = new MemoryAtRest({
    busyShare: () => {
      const share = state.now === sinceMs ? 0 : busyMs / (state.now - sinceMs);
      [busyMs, sinceMs] = [0, state.now];
      return share;
    },
    heapBytes: () => state.heap * mib,
    collect: () => {
      state.collectedAt.push(state.now);
      state.now += tookMs;
      busyMs += tookMs;
      state.heap = state.needs;
    },
    now: () => state.now,
  });
  /** So many looks later, of which each follows on so much work. */
  const wait = (looks: number, workMs = 0): void => {
    for (let look = 0; look < looks; look += 1) {
      state.now += lookMs;
      busyMs += workMs;
      memory.look();
    }
  };
  return { state, wait };
}

/** Seconds between one collection and the next. */
const apart = (collectedAt: readonly number[]): readonly number[] =>
  collectedAt.slice(1).map((at, index) => Math.floor((at - (collectedAt[index] ?? 0)) / 1_000));

it("memory that a rush took is given back once there is rest, and once only", () => {
  const { state, wait } = aProcess();
  state.heap = 180;
  wait(1, 450);
  wait(1, 10);
  expect(state.collectedAt).toEqual([]);
  wait(1, 9);
  wait(10_000);
  expect(state).toMatchObject({ heap: 40, collectedAt: [1_500] });
});

it("not for less than 32 MiB beyond what the last collection left", () => {
  const { state, wait } = aProcess();
  state.heap = 71;
  wait(1);
  expect(state.collectedAt).toHaveLength(0);
  Object.assign(state, { heap: 72, needs: 60 });
  wait(1);
  expect(state.collectedAt).toHaveLength(1);
  state.heap = 91;
  wait(1_000);
  expect(state.collectedAt).toHaveLength(1);
  state.heap = 92;
  wait(1);
  expect(state.collectedAt).toHaveLength(2);
});

it("much that is in use is looked at again after 10 s, then after twice as long, up to 10 minutes", () => {
  const { state, wait } = aProcess();
  Object.assign(state, { heap: 300, needs: 300 });
  wait(6_000);
  expect(apart(state.collectedAt)).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 600]);
});

it("nor more often for a little work in between", () => {
  const { state, wait } = aProcess();
  Object.assign(state, { heap: 300, needs: 300 });
  for (let second = 0; second < 3_000; second += 1) {
    wait(1, 20);
    wait(1);
  }
  expect(state.collectedAt.length).toBeLessThanOrEqual(10);
});

it("and is given back once it is free", () => {
  const { state, wait } = aProcess();
  Object.assign(state, { heap: 150, needs: 150 });
  wait(10);
  state.needs = 40;
  wait(20);
  expect(state).toMatchObject({ heap: 40 });
  wait(10_000);
  expect(state.collectedAt).toHaveLength(2);
});

it("also when each rush leaves a little more than the one before", () => {
  const { state, wait } = aProcess();
  for (const needs of [70, 100, 130]) {
    Object.assign(state, { heap: needs + 60, needs });
    wait(30);
  }
  state.needs = 40;
  wait(100);
  expect(state.heap).toBe(40);
});

it("what V8 has given back itself does not hide the next rush", () => {
  const { state, wait } = aProcess();
  Object.assign(state, { heap: 70, needs: 70 });
  wait(1);
  state.heap = 20;
  wait(1);
  Object.assign(state, { heap: 60, needs: 20 });
  wait(1);
  expect(state).toMatchObject({ heap: 20 });
});

it("a collection is followed by a hundred times as long without one, but by no more than 10 minutes", () => {
  for (const [tookMs, seconds] of [
    [50, 5],
    [200, 20],
    [60_000, 600],
  ] as const) {
    const { state, wait } = aProcess({ tookMs });
    for (let rush = 0; rush < 2_000; rush += 1) {
      state.heap = 180;
      wait(1);
    }
    expect(Math.min(...apart(state.collectedAt.map((at) => at + tookMs)))).toBeGreaterThanOrEqual(
      seconds,
    );
    expect(state.collectedAt.length).toBeGreaterThan(1);
  }
});

const program = `
  const { MemoryAtRest, thisProcess } = await import(${JSON.stringify(new URL("../src/memory-at-rest.ts", import.meta.url).href)});
  const ports = thisProcess(globalThis.gc);
  const heap = () => ports.heapBytes() / ${mib};
  // How busy it seems depends on what else the machine does.
  const memory = new MemoryAtRest({ ...ports, busyShare: () => 0 });
  const before = heap();
  let kept = [];
  for (let at = 0; at < 1_000_000; at += 1) kept.push({ at });
  const grown = heap();
  kept = null;
  memory.look();
  const left = heap();
  console.log(grown > before + 32 ? "grown" : "not grown: " + before + " to " + grown);
  console.log(left < before + 16 ? "returned" : "not returned: " + left + " of " + grown);`;

it("a real process gives it back with --expose-gc", { timeout: 60_000 }, () => {
  const args = ["--expose-gc", "--input-type=module", "--eval", program];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    timeout: 50_000,
  });
  expect({ stdout, stderr }).toEqual({ stdout: "grown\nreturned\n", stderr: "" });
});

it("how busy it was is a share of the time since it was asked last: all of it within a turn, not all of it over a pause", async () => {
  const { busyShare, now } = thisProcess(() => Promise.resolve());
  await pause(50);
  expect(busyShare()).toBeLessThan(1);
  for (const from = now(); now() < from + 20;);
  expect(busyShare()).toBeGreaterThan(0.99);
});

it("and without the flag nothing is looked at", () => {
  vi.stubGlobal("gc", undefined);
  const looking = vi.spyOn(globalThis, "setInterval");
  returnMemoryAtRest()();
  expect(looking).not.toHaveBeenCalled();
  vi.stubGlobal("gc", () => {});
  returnMemoryAtRest()();
  expect(looking).toHaveBeenCalledOnce();
});
