import { spawnSync } from "node:child_process";
import { afterEach, expect, it, vi } from "vitest";
import { MemoryAtRest, returnMemoryAtRest } from "../src/memory-at-rest.ts";

const mib = 1024 * 1024;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A process whose heap keeps what it grew to until it is collected, which takes 50 ms. */
function aProcess({ needs = 40, tookMs = 50 } = {}) {
  const state = { heap: needs, share: 0, now: 0, collected: 0 };
  const memory = new MemoryAtRest({
    busyShare: () => state.share,
    heapBytes: () => state.heap * mib,
    collect: () => {
      state.collected += 1;
      state.now += tookMs;
      state.heap = needs;
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

it("not for less than 32 MiB beyond what was needed at the last look that collected", () => {
  const { state, look } = aProcess();
  state.heap = 71;
  look();
  expect(state.collected).toBe(0);
  state.heap = 72;
  look();
  expect(state.collected).toBe(1);
});

it("what stays in use is not collected for again", () => {
  const { state, look } = aProcess({ needs: 300 });
  for (let looks = 0; looks < 5; looks += 1) {
    state.now += 60_000;
    look();
  }
  expect(state.collected).toBe(0);
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
