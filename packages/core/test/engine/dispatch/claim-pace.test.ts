import { ManualTime } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { ClaimPace } from "../../../src/engine/dispatch/claim-pace.ts";

describe("claims of a store elsewhere", () => {
  it("come 10 ms apart at least", () => {
    const time = new ManualTime();
    const pace = new ClaimPace(time, true);
    const rests = [pace.restMs];
    pace.ended();
    for (const ms of [0, 4, 6]) {
      time.spend(ms);
      rests.push(pace.restMs);
    }
    expect(rests).toEqual([0, 10, 6, 0]);
  });

  it("do not wait for a clock that was set back", () => {
    const time = new ManualTime();
    let now = time.now();
    const pace = new ClaimPace({ now: () => now }, true);
    pace.ended();
    now -= 3_600_000;
    expect(pace.restMs).toBe(0);
  });
});

it("claims of a store in this process wait for nothing", () => {
  const pace = new ClaimPace(new ManualTime(), false);
  pace.ended();
  expect(pace.restMs).toBe(0);
});
