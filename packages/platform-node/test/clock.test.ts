import { afterEach, describe, expect, it, vi } from "vitest";
import { anchoredClock } from "../src/clock.ts";

describe("the clock", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("tells epoch milliseconds as whole numbers", () => {
    const before = Date.now();
    const now = anchoredClock().now();
    expect(Number.isInteger(now)).toBe(true);
    expect(Math.abs(now - before)).toBeLessThan(60_000);
  });

  it("does not follow a wall clock that is set back", () => {
    const clock = anchoredClock();
    const first = clock.now();
    vi.spyOn(Date, "now").mockReturnValue(0);
    expect(clock.now()).toBeGreaterThanOrEqual(first);
  });

  it("does not follow a wall clock that jumps ahead", () => {
    const clock = anchoredClock();
    const first = clock.now();
    vi.spyOn(Date, "now").mockReturnValue(first + 86_400_000);
    expect(clock.now()).toBeLessThan(first + 3_600_000);
  });
});
