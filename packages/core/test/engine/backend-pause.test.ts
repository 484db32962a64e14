import { describe, expect, it } from "vitest";
import { backendPause, isAloneToBlame, Takings } from "../../src/engine/backend-pause.ts";

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
    expect(isAloneToBlame(event, always(tenMinutesMs), tenMinutesMs)).toBe(true);
    expect(isAloneToBlame({ attempt: 11, startedAt: 0 }, always(700_000), 700_001)).toBe(true);
  });

  it("is given more time before its tenth attempt, and before ten minutes are over", () => {
    const others = always(tenMinutesMs);
    expect(isAloneToBlame({ attempt: 9, startedAt: 0 }, others, tenMinutesMs)).toBe(false);
    expect(isAloneToBlame(event, always(tenMinutesMs - 1), tenMinutesMs - 1)).toBe(false);
    expect(isAloneToBlame({ attempt: 10, startedAt: 1 }, others, tenMinutesMs)).toBe(false);
  });

  it("is never given up while the backend has taken nothing for a minute", () => {
    expect(isAloneToBlame(event, { lastAt: null, since: null }, tenMinutesMs)).toBe(false);
    expect(isAloneToBlame(event, always(tenMinutesMs - 60_000), tenMinutesMs)).toBe(true);
    expect(isAloneToBlame(event, always(tenMinutesMs - 60_001), tenMinutesMs)).toBe(false);
  });

  it("is given ten minutes since the backend takes again", () => {
    const backSince = (since: number) => ({ lastAt: 2 * tenMinutesMs, since });
    expect(isAloneToBlame(event, backSince(tenMinutesMs), 2 * tenMinutesMs)).toBe(true);
    expect(isAloneToBlame(event, backSince(tenMinutesMs + 1), 2 * tenMinutesMs)).toBe(false);
  });
});

describe("what a backend has taken", () => {
  it("begins with the first that this node sees it take", () => {
    const takings = new Takings();
    expect([takings.lastAt, takings.since]).toEqual([null, null]);
    takings.failed("a");
    takings.taken(5);
    takings.taken(9);
    expect([takings.lastAt, takings.since]).toEqual([9, 5]);
  });

  it("begins anew after an outage of more than a minute, which is what several conversations met", () => {
    const takings = new Takings();
    takings.taken(0);
    for (const conversation of ["a", "b", "b"]) takings.failed(conversation);
    takings.taken(60_001);
    expect(takings.since).toBe(60_001);
  });

  it("goes on after a shorter one, after quiet minutes, and when one conversation alone failed in them", () => {
    const takings = new Takings();
    takings.taken(0);
    for (const conversation of ["a", "b"]) takings.failed(conversation);
    takings.taken(60_000);
    takings.taken(1_000_000);
    for (const conversation of ["a", "a"]) takings.failed(conversation);
    takings.taken(2_000_000);
    takings.failed("b");
    takings.taken(3_000_000);
    expect([takings.lastAt, takings.since]).toEqual([3_000_000, 0]);
  });
});
