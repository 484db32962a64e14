import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  grantLease,
  releaseLease,
  pausedLease,
  repairAfterRestart,
  resumedLane,
  unusedLease,
} from "../../src/model/lane.ts";

const fresh = { attempt: 0, startedAt: null };
const begun = (attempt: number, startedAt = 1_000) => ({ attempt, startedAt });

describe("a lease on an outbound head (ruling 15)", () => {
  it("starts the series at the first grant, and lasts a second past the tick's end", () => {
    expect(grantLease("outbound", fresh, 50_000)).toEqual({
      attempt: 1,
      startedAt: 50_000,
      until: 54_000,
    });
  });

  it.each([
    [1, 4_000, 2, 8_000],
    [2, 7_000, 3, 11_000],
    [3, 10_000, 4, 14_000],
  ])("after attempt %i, at %i, is attempt %i until %i", (before, now, attempt, until) => {
    expect(grantLease("outbound", begun(before), now)).toEqual({
      attempt,
      startedAt: 1_000,
      until,
    });
  });

  it.each([
    [1, 3_999, 2],
    [1, 6_999, 2],
    [1, 7_000, 3],
    [0, 7_000, 3],
    [1, 9_999, 3],
    [1, 10_000, 4],
    [3, 10_000, 4],
    [4, 99_000, 4],
  ])("skips the ticks that were missed: after %i, at %i, comes %i", (before, now, attempt) => {
    expect(grantLease("outbound", begun(before), now).attempt).toBe(attempt);
  });

  it("is never over before it begins, however late it is granted", () => {
    expect(grantLease("outbound", begun(1), 99_000).until).toBe(100_000);
    expect(grantLease("outbound", begun(1), 12_999).until).toBe(14_000);
  });

  it("counts no tick as gone when the clock stands before the start", () => {
    expect(grantLease("outbound", begun(0), 0)).toEqual({
      attempt: 1,
      startedAt: 1_000,
      until: 5_000,
    });
  });

  it("uses up an attempt, at every instant and after every attempt", () => {
    const when = fc.integer({ min: -60_000, max: 60_000 });
    fc.assert(
      fc.property(fc.nat(4), when, (attempt, now) => {
        const terms = grantLease("outbound", { attempt, startedAt: 0 }, now);
        expect(terms.attempt).toBeGreaterThan(Math.min(attempt, 3));
        expect(terms.attempt).toBeLessThanOrEqual(4);
        expect(terms.until).toBeGreaterThan(now);
      }),
    );
  });
});

describe("a lease on a head for the agent app (ruling 21)", () => {
  it.each(["inbound", "reports"] as const)("counts attempts and lasts 11 s: %s", (kind) => {
    expect(grantLease(kind, fresh, 5_000)).toEqual({
      attempt: 1,
      startedAt: 5_000,
      until: 16_000,
    });
    expect(grantLease(kind, begun(7), 90_000)).toEqual({
      attempt: 8,
      startedAt: 1_000,
      until: 101_000,
    });
  });
});

describe("a lease under which nothing was done", () => {
  it("counts for nothing: a series that it began begins anew", () => {
    expect(unusedLease(begun(1), 2_500)).toEqual({ ...fresh, due: 2_500 });
    expect(unusedLease(begun(2), 5_000)).toEqual({ ...begun(1), due: 5_000 });
    expect(unusedLease(begun(4), 11_000)).toEqual({ ...begun(3), due: 11_000 });
  });

  it("is granted again for the same tick while that lasts, and for the one that is on later", () => {
    const again = (now: number) => grantLease("outbound", unusedLease(begun(2), now), now).attempt;
    expect([4_000, 6_999, 7_000, 10_000].map(again)).toEqual([2, 2, 3, 4]);
  });
});

describe("a lane that is given back", () => {
  it("is due at once when its series has not begun, or goes to the agent app", () => {
    expect(releaseLease("outbound", fresh, 500)).toEqual({ due: 500, startedAt: null });
    for (const kind of ["inbound", "reports"] as const) {
      expect(releaseLease(kind, begun(3), 2_000)).toEqual({ due: 2_000, startedAt: 1_000 });
      expect(releaseLease(kind, begun(3), 500)).toEqual({ due: 500, startedAt: 1_000 });
    }
  });

  it("is due at the next tick of its series, or at once when that is past", () => {
    expect(releaseLease("outbound", begun(1), 2_000)).toEqual({ due: 4_000, startedAt: 1_000 });
    expect(releaseLease("outbound", begun(2), 2_000)).toEqual({ due: 7_000, startedAt: 1_000 });
    expect(releaseLease("outbound", begun(1), 9_000)).toEqual({ due: 9_000, startedAt: 1_000 });
    expect(releaseLease("outbound", begun(1), 1_000)).toEqual({ due: 4_000, startedAt: 1_000 });
  });

  it("keeps a start that is ahead by no more than two clocks differ", () => {
    expect(releaseLease("outbound", begun(2), 0)).toEqual({ due: 7_000, startedAt: 1_000 });
  });

  it("has its tick now when its start lies far ahead: the clock went back", () => {
    expect(releaseLease("outbound", begun(2), -99_000)).toEqual({
      due: -99_000,
      startedAt: -105_000,
    });
  });
});

describe("an idle lane after a restart", () => {
  const lane = (due: number, startedAt: number | null, attempt = 2) => ({
    due,
    startedAt,
    attempt,
    pausedSince: null,
  });

  it("keeps a due within the longest pause, and counts a later one as now", () => {
    expect(repairAfterRestart("inbound", lane(70_000, 1_000), 10_000).due).toBe(70_000);
    expect(repairAfterRestart("inbound", lane(70_001, 1_000), 10_000).due).toBe(10_000);
    expect(repairAfterRestart("inbound", lane(5_000, 1_000), 10_000).due).toBe(5_000);
  });

  it("keeps a start that does not lie far ahead", () => {
    expect(repairAfterRestart("outbound", lane(5_000, 20_000), 10_000).startedAt).toBe(20_000);
    expect(repairAfterRestart("outbound", lane(5_000, null), 10_000).startedAt).toBeNull();
  });

  it("moves the start of a series back to where its attempts lie in the past", () => {
    expect(repairAfterRestart("outbound", lane(5_000, 20_001), 10_000).startedAt).toBe(4_000);
  });

  it("keeps a start that came while the call was on its way", () => {
    const started = lane(26_000, 22_000);
    expect(repairAfterRestart("outbound", started, 10_000, 2_000).startedAt).toBe(22_000);
    expect(repairAfterRestart("outbound", started, 10_000, 1_999).startedAt).toBe(4_000);
  });

  it("is due at once when its start was moved, though its old tick lies within the longest pause", () => {
    expect(repairAfterRestart("outbound", lane(26_001, 20_001), 10_000)).toEqual({
      due: 10_000,
      startedAt: 4_000,
    });
    expect(repairAfterRestart("outbound", lane(26_000, 20_000), 10_000).due).toBe(26_000);
    expect(repairAfterRestart("outbound", lane(5_000, 20_001), 10_000).due).toBe(5_000);
  });

  it("keeps the due of a pause, one hour ahead at most", () => {
    const paused = (due: number) => ({ ...lane(due, 1_000), pausedSince: 5_000 });
    expect(repairAfterRestart("inbound", paused(3_610_000), 10_000).due).toBe(3_610_000);
    expect(repairAfterRestart("inbound", paused(3_610_001), 10_000).due).toBe(3_610_000);
    expect(repairAfterRestart("inbound", paused(5_000), 10_000).due).toBe(5_000);
  });

  it.each(["inbound", "reports", "notices"] as const)(
    "leaves the start of others alone: %s",
    (kind) => {
      expect(repairAfterRestart(kind, lane(5_000, 99_000), 10_000).startedAt).toBe(99_000);
    },
  );
});

describe("a pause that the agent app asked for", () => {
  const pause = { since: 50_000, forMs: 20_000 };

  it("does not count the attempt that was answered with it", () => {
    expect(pausedLease({ attempt: 1, startedAt: 40_000 }, pause)).toEqual({
      attempt: 0,
      startedAt: null,
      pausedSince: 50_000,
    });
  });

  it("does not count its time against a head that has failed before", () => {
    expect(pausedLease({ attempt: 4, startedAt: 40_000 }, pause)).toEqual({
      attempt: 3,
      startedAt: 60_000,
      pausedSince: 50_000,
    });
  });

  it("that ends early counts only the time that it took", () => {
    const pausedSince = 50_000;
    expect(resumedLane({ startedAt: 60_000, due: 70_000, pausedSince }, 55_000)).toEqual({
      startedAt: 45_000,
      due: 55_000,
    });
    expect(resumedLane({ startedAt: null, due: 70_000, pausedSince }, 55_000).startedAt).toBeNull();
    expect(resumedLane({ startedAt: 60_000, due: 50_000, pausedSince }, 55_000)).toEqual({
      startedAt: 60_000,
      due: 50_000,
    });
    const failed = { startedAt: 60_000, due: 70_000 };
    expect(resumedLane({ ...failed, pausedSince: null }, 55_000)).toEqual(failed);
  });
});
