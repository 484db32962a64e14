import { spawnSync } from "node:child_process";
import { afterEach, expect, it, vi } from "vitest";
import { MemoryAtRest, returnMemoryAtRest } from "../src/memory-at-rest.ts";

const mib = 1024 * 1024;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A process whose heap keeps what it grew to until it is collected, which takes 50 ms. */
function aProcess({ tookMs = 50 } = {}) {
  const state = { heap: 40, needs: 40, share: 0, now: 0, collected: 0 };
  const memory = new MemoryAtRest({
    busyShare: () => state.share,
    heapBytes: () => state.heap * mib,
    collect: () => {
      state.collected += 1;
      state.now += tookMs;
      state.heap = state.needs;
    },
    now: () => state.now,
  });
  return { state, look: () => memory.look() };
}

it("memory that a rush took is given back once there is rest, and once only", () => {
  const { state, look } = aProcess();
  Object.assign(state, { heap: 180, share: 0.9 });
  look();
  state.share = 0.02;
  look();
  expect(state.collected).toBe(0);
  state.share = 0.019;
  look();
  look();
  expect(state).toMatchObject({ collected: 1, heap: 40 });
});

it("not for less than 32 MiB beyond what was needed before", () => {
  const { state, look } = aProcess();
  state.heap = 71;
  look();
  expect(state.collected).toBe(0);
  state.heap = 72;
  look();
  expect(state.collected).toBe(1);
});

it("what is in use is asked for again 10 s later, then after twice as long, up to 10 minutes", () => {
  const { state, look } = aProcess();
  Object.assign(state, { heap: 300, needs: 300 });
  const collectedAt: number[] = [];
  for (let seconds = 0; seconds < 3_000; seconds += 1) {
    const before = state.collected;
    look();
    if (state.collected > before) collectedAt.push(seconds);
    state.now = 1_000 * (seconds + 1);
  }
  const waits = collectedAt.slice(1).map((at, index) => at - (collectedAt[index] ?? 0));
  // The collection itself takes 50 ms, so that the whole second after it is the first.
  expect(waits).toEqual([11, 21, 41, 81, 161, 321, 601, 601, 601]);
});

it("sooner when there was work in between, and given back once it is free", () => {
  const { state, look } = aProcess();
  Object.assign(state, { heap: 150, needs: 150 });
  look();
  state.now += 9_000;
  look();
  expect(state.collected).toBe(1);
  state.share = 0.5;
  look();
  Object.assign(state, { share: 0, needs: 40 });
  look();
  expect(state).toMatchObject({ collected: 2, heap: 40 });
});

it("nor does it hide the next rush that V8 itself has given some of it back", () => {
  const { state, look } = aProcess();
  Object.assign(state, { heap: 70, needs: 70 });
  look();
  state.heap = 20;
  look();
  Object.assign(state, { heap: 60, needs: 20 });
  look();
  expect(state).toMatchObject({ collected: 1, heap: 20 });
});

it("less than 32 MiB that stayed are the new measure", () => {
  const { state, look } = aProcess();
  Object.assign(state, { heap: 180, needs: 60 });
  look();
  state.now += 60_000;
  state.heap = 91;
  look();
  expect(state.collected).toBe(1);
  state.heap = 92;
  look();
  expect(state.collected).toBe(2);
});

it("and not sooner than a hundred times as long as the last collection took", () => {
  const { state, look } = aProcess();
  state.heap = 180;
  look();
  const ended = state.now;
  state.heap = 180;
  state.now = ended + 4_999;
  look();
  expect(state.collected).toBe(1);
  state.now = ended + 5_000;
  look();
  expect(state.collected).toBe(2);
});

const program = `
  const { returnMemoryAtRest } = await import(${JSON.stringify(new URL("../src/memory-at-rest.ts", import.meta.url).href)});
  const { getHeapStatistics } = await import("node:v8");
  const heap = () => getHeapStatistics().total_physical_size / ${mib};
  const stop = returnMemoryAtRest();
  const before = heap();
  let kept = [];
  for (let at = 0; at < 1_000_000; at += 1) kept.push({ at });
  kept = null;
  console.log(heap() > before + 32 ? "grown" : "not grown");
  const look = setInterval(() => {
    if (heap() > before + 16) return;
    clearInterval(look);
    stop();
    console.log("returned");
  }, 50);`;

it("a real process gives it back with --expose-gc", { timeout: 60_000 }, () => {
  const args = ["--expose-gc", "--input-type=module", "--eval", program];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    timeout: 50_000,
  });
  expect({ stdout, stderr }).toEqual({ stdout: "grown\nreturned\n", stderr: "" });
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
