import { ManualTime } from "@parley/conformance";
import { describe, expect, it, vi } from "vitest";
import { AttemptScope } from "../../../src/engine/outbound/attempt-scope.ts";
import { HeldLease } from "../../../src/engine/dispatch/held-lease.ts";

describe("an attempt's scope", () => {
  it("ends at its deadline, or when its lease is dropped, whichever comes first", async () => {
    const time = new ManualTime();
    const late = new AttemptScope(new AbortController().signal, time, 3_000);
    await time.advance(2_999);
    expect(late.signal.aborted).toBe(false);
    await time.advance(1);
    expect(late.signal.aborted).toBe(true);
    const lease = new AbortController();
    const dropped = new AttemptScope(lease.signal, time, 3_000);
    const silence = dropped.inTime(new Promise<string>(() => {}), "nothing");
    lease.abort();
    expect(await silence).toBe("nothing");
    expect(dropped.signal.aborted).toBe(true);
    expect(new AttemptScope(lease.signal, time, 3_000).signal.aborted).toBe(true);
  });

  it("gives what came in time, and nothing that comes when the time is up", async () => {
    const time = new ManualTime();
    const scope = new AttemptScope(new HeldLease({} as never), time, 3_000);
    expect(await scope.inTime(Promise.resolve("answer"), "nothing")).toBe("answer");
    await expect(scope.inTime(Promise.reject(new Error("trouble")), "nothing")).rejects.toThrow(
      "trouble",
    );
    await time.advance(3_000);
    expect(await scope.inTime(Promise.resolve("answer"), "nothing")).toBe("nothing");
  });

  it("leaves nothing behind on a lease's signal once it is closed", () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    new AttemptScope(signal, new ManualTime(), 3_000).close();
    expect(removed.mock.calls[0]?.slice(0, 2)).toEqual(added.mock.calls[0]?.slice(0, 2));
  });
});
