import { describe, expect, it } from "vitest";
import { backendPause, isAloneToBlame } from "../../src/engine/backend-pause.ts";

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

  it("is alone to blame after ten attempts over ten minutes, when others were taken", () => {
    expect(isAloneToBlame(event, tenMinutesMs, tenMinutesMs)).toBe(true);
    expect(isAloneToBlame({ attempt: 11, startedAt: 0 }, 700_000, 700_001)).toBe(true);
  });

  it("is given more time before its tenth attempt, and before ten minutes are over", () => {
    expect(isAloneToBlame({ attempt: 9, startedAt: 0 }, tenMinutesMs, tenMinutesMs)).toBe(false);
    expect(isAloneToBlame(event, tenMinutesMs - 1, tenMinutesMs - 1)).toBe(false);
    expect(isAloneToBlame({ attempt: 10, startedAt: 1 }, tenMinutesMs, tenMinutesMs)).toBe(false);
  });

  it("is never given up while the backend has taken nothing for a minute", () => {
    expect(isAloneToBlame(event, null, tenMinutesMs)).toBe(false);
    expect(isAloneToBlame(event, tenMinutesMs - 60_000, tenMinutesMs)).toBe(true);
    expect(isAloneToBlame(event, tenMinutesMs - 60_001, tenMinutesMs)).toBe(false);
  });
});
