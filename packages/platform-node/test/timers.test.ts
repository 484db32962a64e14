import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loopTimers } from "../src/timers.ts";

const dayMs = 86_400_000;

describe("the timers", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    // First the spy: once the timers are real, restoring it would put the fake one back.
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it("wake once, after the delay", () => {
    const woken = vi.fn();
    loopTimers.after(3_000, woken);
    vi.advanceTimersByTime(2_999);
    expect(woken).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100_000);
    expect(woken).toHaveBeenCalledTimes(1);
  });

  it("do not wake once cancelled, nor mind a second cancellation", () => {
    const woken = vi.fn();
    const cancel = loopTimers.after(10, woken);
    cancel();
    cancel();
    vi.advanceTimersByTime(100);
    expect(woken).not.toHaveBeenCalled();
  });

  it("keep a delay that is longer than Node's own timer can hold", () => {
    const legs = vi.spyOn(globalThis, "setTimeout");
    const woken = vi.fn();
    loopTimers.after(60 * dayMs, woken);
    vi.advanceTimersByTime(60 * dayMs - 1);
    expect(woken).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(woken).toHaveBeenCalledTimes(1);
    expect(Math.max(...legs.mock.calls.map(([, delayMs]) => delayMs ?? 0))).toBeLessThan(2 ** 31);
  });

  it("can be cancelled in a later leg of a long delay", () => {
    const woken = vi.fn();
    const cancel = loopTimers.after(60 * dayMs, woken);
    vi.advanceTimersByTime(40 * dayMs);
    cancel();
    vi.advanceTimersByTime(40 * dayMs);
    expect(woken).not.toHaveBeenCalled();
  });

  it("take an instant that is already past as now", () => {
    const woken = vi.fn();
    loopTimers.after(-5, woken);
    vi.advanceTimersByTime(1);
    expect(woken).toHaveBeenCalledTimes(1);
  });

  it("run what is soon after the current turn", async () => {
    vi.useRealTimers();
    const order: string[] = [];
    const done = new Promise<void>((resolve) => {
      loopTimers.soon(() => {
        order.push("soon");
        resolve();
      });
    });
    queueMicrotask(() => order.push("microtask"));
    order.push("turn");
    await done;
    expect(order).toEqual(["turn", "microtask", "soon"]);
  });
});
