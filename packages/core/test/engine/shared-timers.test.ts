import { ManualTime } from "@parley/conformance";
import { describe, expect, it, vi } from "vitest";
import { SharedTimers } from "../../src/engine/shared-timers.ts";

describe("a timer that is shared", () => {
  it("calls everybody back at the instant that they asked for", async () => {
    const time = new ManualTime();
    const set = vi.spyOn(time, "after");
    const timers = new SharedTimers(time, time);
    const told: string[] = [];
    timers.after(3_000, () => told.push("asked first"));
    await time.advance(1_000);
    timers.after(2_000, () => told.push("asked later"));
    timers.after(2_001, () => told.push("a moment after"));
    expect(set).toHaveBeenCalledTimes(2);
    await time.advance(1_999);
    expect(told).toEqual([]);
    await time.advance(1);
    expect(told).toEqual(["asked first", "asked later"]);
    await time.advance(1);
    expect(told).toEqual(["asked first", "asked later", "a moment after"]);
  });

  it("is set again for an instant for which it was taken back, and for one that is past", async () => {
    const time = new ManualTime();
    const timers = new SharedTimers(time, time);
    const told = vi.fn();
    const cancel = timers.after(1_000, () => told("nobody"));
    cancel();
    cancel();
    timers.after(1_000, () => told("somebody"));
    cancel();
    await time.advance(1_000);
    timers.after(0, () => told("at once"));
    await time.settle();
    expect(told.mock.calls.flat()).toEqual(["somebody", "at once"]);
  });

  it("stays for those who wait when another has gone, and goes with the last", async () => {
    const time = new ManualTime();
    const taken = vi.fn();
    const timers = new SharedTimers(time, { after: () => taken });
    const cancels = [timers.after(1_000, () => {}), timers.after(1_000, () => {})];
    cancels[0]?.();
    expect(taken).not.toHaveBeenCalled();
    cancels[1]?.();
    expect(taken).toHaveBeenCalledOnce();
  });

  it("that went off takes no later one of its millisecond along", async () => {
    const time = new ManualTime();
    const set = vi.spyOn(time, "after");
    const timers = new SharedTimers(time, time);
    const cancel = timers.after(1_000, () => {});
    await time.advance(1_000);
    timers.after(0, () => {});
    cancel();
    timers.after(0, () => {});
    expect(set).toHaveBeenCalledTimes(2);
  });
});
