import { drawPlan, runPlan } from "@parley/conformance/simulator";
import { describe, expect, it } from "vitest";
import { freshStores, mostNodes } from "../programs/simulated-stores.ts";

const seeds = 30;

describe("the simulator over real files", { timeout: 120_000 }, () => {
  it(`keeps every promise over ${seeds} seeds`, async () => {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const options = { stores: freshStores, mostNodes };
      const { violations } = await runPlan(drawPlan(seed), options);
      expect({ seed, violations }).toEqual({ seed, violations: [] });
    }
  });

  it("behaves as with the reference stores, to the last event", async () => {
    for (const seed of [3, 8, 12, 72, 75]) {
      const plan = drawPlan(seed);
      const file = await runPlan(plan, { stores: freshStores, mostNodes });
      const memory = await runPlan(plan, { mostNodes });
      expect(file.hash).toBe(memory.hash);
    }
  });
});
