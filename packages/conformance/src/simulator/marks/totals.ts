import type { Plan } from "../plan/plan.ts";
import type { RunReport, Violation } from "../run-plan.ts";

/** One run that broke a promise. */
export interface Failure {
  readonly plan: Plan;
  readonly violations: readonly Violation[];
}

/** The totals of many runs, as plain data for a worker's message. */
export interface Totals {
  seeds: number;
  deliveries: number;
  crashes: number;
  pauses: number;
  notices: number;
  violations: number;
  simulatedMs: number;
  operations: number;
  /** How many seeds hit each mark. */
  readonly marks: Record<string, number>;
  readonly failures: Failure[];
}

const keptViolations = 10;

export function noTotals(): Totals {
  return {
    seeds: 0,
    deliveries: 0,
    crashes: 0,
    pauses: 0,
    notices: 0,
    violations: 0,
    simulatedMs: 0,
    operations: 0,
    marks: {},
    failures: [],
  };
}

export function count(totals: Totals, plan: Plan, report: RunReport): void {
  totals.seeds += 1;
  totals.deliveries += report.deliveries;
  totals.crashes += report.crashes;
  totals.pauses += report.pauses;
  totals.notices += report.notices;
  totals.violations += report.violations.length;
  totals.simulatedMs += report.simulatedMs;
  totals.operations += report.operations;
  for (const mark of report.marks) totals.marks[mark] = (totals.marks[mark] ?? 0) + 1;
  if (report.violations.length === 0) return;
  const violations = report.violations.slice(0, keptViolations);
  totals.failures.push({ plan, violations });
}

export function add(totals: Totals, more: Totals): void {
  totals.seeds += more.seeds;
  totals.deliveries += more.deliveries;
  totals.crashes += more.crashes;
  totals.pauses += more.pauses;
  totals.notices += more.notices;
  totals.violations += more.violations;
  totals.simulatedMs += more.simulatedMs;
  totals.operations += more.operations;
  for (const [mark, hits] of Object.entries(more.marks))
    totals.marks[mark] = (totals.marks[mark] ?? 0) + hits;
  totals.failures.push(...more.failures);
}

/** The marks that no run has hit. */
export function missedMarks({ marks }: Totals, names: readonly string[]): readonly string[] {
  return names.filter((name) => marks[name] === undefined);
}
