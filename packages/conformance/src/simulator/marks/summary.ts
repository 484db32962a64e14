import type { Violation } from "../run-plan.ts";
import type { Totals } from "./totals.ts";

const yearMs = 365.25 * 24 * 60 * 60 * 1_000;

/** A table of the marks with the number of seeds that hit each, and the totals. */
export function tableOf(totals: Totals, names: readonly string[]): string {
  const width = Math.max(...names.map((name) => name.length));
  const rows = names.map((name) => `  ${name.padEnd(width)}  ${totals.marks[name] ?? 0}`);
  const years = (totals.simulatedMs / yearMs).toFixed(4);
  return [
    "sometimes (seeds that hit it):",
    ...rows,
    `pauses: ${totals.pauses}, notices: ${totals.notices}`,
    `simulated time: ${years} years, store operations: ${totals.operations}`,
  ].join("\n");
}

/** The last line of every run. */
export function summaryOf({ seeds, deliveries, crashes, violations }: Totals): string {
  return `${seeds} seeds, ${deliveries} deliveries, ${crashes} crashes, ${violations} violations`;
}

/** The text about a failing seed: the promise, the violation and the command to replay it. */
export function failureText(violations: readonly Violation[], replay: string): string {
  const lines = violations.map(({ check, promise, what }) => `  ${check}: ${what}\n    ${promise}`);
  return [`failed: ${replay}`, ...lines].join("\n");
}
