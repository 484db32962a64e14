import { describe, expect, it } from "vitest";
import { backendPause } from "../../src/engine/backend-pause.ts";

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
