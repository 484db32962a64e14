import { drawPlan, type RunReport, runPlan, shrink } from "@parley/conformance/simulator";
import { beforeAll, describe, expect, it } from "vitest";
import { withoutReports as stores } from "./broken-stores.ts";

async function firstFailure(): Promise<RunReport> {
  for (let seed = 1; ; seed += 1) {
    const report = await runPlan(drawPlan(seed), { stores });
    if (report.violations.length > 0) return report;
  }
}

describe("a failing seed", { timeout: 120_000 }, () => {
  let report: RunReport;
  beforeAll(async () => {
    report = await firstFailure();
  });

  it("is shrunk to a plan that breaks the same promise with less", async () => {
    const plan = drawPlan(report.seed);
    const shrunk = await shrink(plan, report, { stores }, Infinity);
    const sizeOf = (value: object) => JSON.stringify(value).length;
    expect(shrunk.report.violations[0]?.check).toBe(report.violations[0]?.check);
    expect(shrunk.plan.inputs.length).toBeLessThan(plan.inputs.length);
    expect(Object.keys(shrunk.plan.fates).length).toBeLessThanOrEqual(3);
    expect(sizeOf(shrunk.plan.inputs)).toBeLessThan(sizeOf(plan.inputs));
  });

  it("fails again from its JSON, and not over sound stores", async () => {
    const { plan } = await shrink(drawPlan(report.seed), report, { stores }, Infinity);
    const kept = JSON.parse(JSON.stringify(plan)) as typeof plan;
    expect((await runPlan(kept, { stores })).violations).not.toEqual([]);
    expect((await runPlan(kept)).violations).toEqual([]);
  });
});
