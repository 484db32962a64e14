import { describe, expect, it } from "vitest";
import { sweepBranch, sweepTasks } from "../../src/simulator/sweep.ts";
import { withoutReports } from "./broken-stores.ts";

describe("the sweep", { timeout: 120_000 }, () => {
  it("has a branch for every first fault of every scenario, and one without any", async () => {
    const tasks = await sweepTasks();
    const scenarios = new Set(tasks.map(({ scenario }) => scenario));
    expect(scenarios.size).toBe(13);
    expect(tasks.filter(({ first }) => first === -1)).toHaveLength(13);
    expect(tasks.length).toBeGreaterThan(500);
  });

  it("keeps every promise in a branch, which is every second fault after the first", async () => {
    const { seeds, violations } = await sweepBranch({ kind: "branch", scenario: 0, first: 20 });
    expect(seeds).toBeGreaterThan(20);
    expect(violations).toBe(0);
  });

  it("keeps every promise in a branch of a change of owner under a call", async () => {
    for (const scenario of [8, 11]) {
      const { seeds, violations } = await sweepBranch({ kind: "branch", scenario, first: 30 });
      expect(seeds).toBeGreaterThan(20);
      expect(violations).toBe(0);
    }
  });

  it("finds what a store that forgets reports does to a message that nobody takes", async () => {
    const options = { stores: withoutReports };
    const { violations } = await sweepBranch({ kind: "branch", scenario: 3, first: -1 }, options);
    expect(violations).toBeGreaterThan(0);
  });
});
