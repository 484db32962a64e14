import { drawPlan, marks, runPlan } from "@parley/conformance/simulator";
import { describe, expect, it } from "vitest";

const seeds = 200;
/** Seen in nearly every run of this size; the rest needs thousands of seeds. */
const often = [
  "retry after a crash",
  "takeover of an expired lease",
  "success at the third attempt",
  "missed tick",
  "late start",
  "failed: interrupted",
  "stale token refused",
  "commit done but unknown",
  "pause longer than a lease",
  "carried by two nodes",
  "client's repeat recognised",
];

describe("a swarm of seeds", { timeout: 120_000 }, () => {
  it(`keeps every promise over ${seeds} seeds, and sees what must be seen`, async () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= seeds; seed += 1) {
      const report = await runPlan(drawPlan(seed));
      expect({ seed, violations: report.violations }).toEqual({ seed, violations: [] });
      for (const mark of report.marks) seen.add(mark);
    }
    expect(often.filter((mark) => !seen.has(mark))).toEqual([]);
    expect(marks.map(({ name }) => name)).toEqual(expect.arrayContaining(often));
  });
});
