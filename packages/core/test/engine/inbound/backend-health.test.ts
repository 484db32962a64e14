import { describe, expect, it } from "vitest";
import {
  backendPause,
  isEventAtFault,
  BackendHealth,
} from "../../../src/engine/inbound/backend-health.ts";

describe("pauses before an agent app is asked again (ruling 21)", () => {
  it("double from 1 s up to 60 s, and stay there", () => {
    const pauses = Array.from({ length: 9 }, (_, index) => backendPause(index + 1, 0));
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(backendPause(1_000_000, 0)).toBe(60_000);
  });

  it("are spread by at most a tenth, and never under 1 s", () => {
    for (const fraction of [0, 0.5, 0.999]) {
      expect(backendPause(1, fraction)).toBe(1_000);
      expect(backendPause(5, fraction)).toBeGreaterThanOrEqual(14_400);
      expect(backendPause(5, fraction)).toBeLessThanOrEqual(16_000);
    }
  });
});

describe("an event that has failed again and again (ruling 21)", () => {
  const tenMinutesMs = 600_000;
  const event = { attempt: 10, startedAt: 0 };
  const always = (lastAt: number) => ({ lastAt, since: 0 });

  it("is alone to blame after ten attempts over ten minutes, when others were taken", () => {
    expect(isEventAtFault(event, always(tenMinutesMs), tenMinutesMs)).toBe(true);
    expect(isEventAtFault({ attempt: 11, startedAt: 0 }, always(700_000), 700_001)).toBe(true);
  });

  it("is given more time before its tenth attempt, and before ten minutes are over", () => {
    const others = always(tenMinutesMs);
    expect(isEventAtFault({ attempt: 9, startedAt: 0 }, others, tenMinutesMs)).toBe(false);
    expect(isEventAtFault(event, always(tenMinutesMs - 1), tenMinutesMs - 1)).toBe(false);
    expect(isEventAtFault({ attempt: 10, startedAt: 1 }, others, tenMinutesMs)).toBe(false);
  });

  it("is never given up while the backend has taken nothing for a minute", () => {
    expect(isEventAtFault(event, { lastAt: null, since: null }, tenMinutesMs)).toBe(false);
    expect(isEventAtFault(event, always(tenMinutesMs - 60_000), tenMinutesMs)).toBe(true);
    expect(isEventAtFault(event, always(tenMinutesMs - 60_001), tenMinutesMs)).toBe(false);
  });

  it("is given ten minutes since the backend takes again", () => {
    const backSince = (since: number) => ({ lastAt: 2 * tenMinutesMs, since });
    expect(isEventAtFault(event, backSince(tenMinutesMs), 2 * tenMinutesMs)).toBe(true);
    expect(isEventAtFault(event, backSince(tenMinutesMs + 1), 2 * tenMinutesMs)).toBe(false);
  });
});

describe("what a backend has taken", () => {
  it("begins with the first that this node sees it take", () => {
    const health = new BackendHealth();
    expect([health.lastAt, health.since]).toEqual([null, null]);
    health.failed("a", 1, 1);
    health.taken(5);
    health.taken(9);
    expect([health.lastAt, health.since]).toEqual([9, 5]);
  });

  it("begins anew after new events of several conversations have failed for more than a minute", () => {
    const health = new BackendHealth();
    health.taken(0);
    for (const [conversation, at] of [
      ["a", 10],
      ["b", 20],
      ["c", 90],
      ["b", 60_000],
    ] as const)
      health.failed(conversation, 10, at);
    health.taken(60_021);
    expect([health.lastAt, health.since]).toEqual([60_021, 60_021]);
    health.taken(500_000);
    expect(health.since).toBe(60_021);
  });

  it("goes on after they failed for a minute, and after new events of one conversation did for long", () => {
    const health = new BackendHealth();
    health.taken(0);
    for (const conversation of ["a", "b"]) health.failed(conversation, 10, 20);
    health.taken(60_020);
    for (const at of [70_000, 80_000]) health.failed("a", 70_000, at);
    health.taken(1_000_000);
    health.failed("b", 1_000_001, 1_000_001);
    health.taken(2_000_000);
    expect([health.lastAt, health.since]).toEqual([2_000_000, 0]);
  });

  it("goes on whatever becomes of events that failed while others were taken", () => {
    const health = new BackendHealth();
    health.taken(5);
    for (const at of [10, 500_000]) {
      for (const conversation of ["a", "b"]) health.failed(conversation, 4, at);
    }
    health.taken(1_000_000);
    expect(health.since).toBe(5);
  });

  it("does not begin ahead of a clock that was set back", () => {
    const health = new BackendHealth();
    health.taken(1_000_000);
    health.taken(7);
    expect([health.lastAt, health.since]).toEqual([7, 7]);
  });
});
