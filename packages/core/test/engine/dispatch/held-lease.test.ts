import { describe, expect, it, vi } from "vitest";
import { HeldLease } from "../../../src/engine/dispatch/held-lease.ts";

describe("a lease that is dropped", () => {
  it("tells each who listens once, and nobody who has let go of it", () => {
    const held = new HeldLease({} as never);
    const [listening, gone, leaving] = [vi.fn(), vi.fn(), vi.fn()];
    for (const listener of [leaving, listening, gone]) held.addEventListener("abort", listener);
    leaving.mockImplementation(() => held.removeEventListener("abort", leaving));
    held.removeEventListener("abort", gone);
    held.removeEventListener("abort", gone);
    expect(held.aborted).toBe(false);
    held.drop();
    held.drop();
    expect(held.aborted).toBe(true);
    expect([listening, gone, leaving].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1]);
  });
});
