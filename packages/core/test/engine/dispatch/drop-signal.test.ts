import { describe, expect, it, vi } from "vitest";
import { DropSignal } from "../../../src/engine/dispatch/drop-signal.ts";

describe("the signal of a dropped lease", () => {
  it("tells each who listens once, and nobody who has let go of it", () => {
    const signal = new DropSignal();
    const [listening, gone, leaving] = [vi.fn(), vi.fn(), vi.fn()];
    for (const listener of [leaving, listening, gone]) signal.addEventListener("abort", listener);
    leaving.mockImplementation(() => signal.removeEventListener("abort", leaving));
    signal.removeEventListener("abort", gone);
    signal.removeEventListener("abort", gone);
    expect(signal.aborted).toBe(false);
    signal.abort();
    signal.abort();
    expect(signal.aborted).toBe(true);
    expect([listening, gone, leaving].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1]);
  });
});
