import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Case } from "./case.ts";
import { type Options, readOptions, usage } from "./options.ts";
import { plotsOf } from "./report/plots.ts";
import { reportJson } from "./report/report-json.ts";
import { tablesOf } from "./report/tables.ts";
import { failuresOf, type Run, runCases } from "./run.ts";

/** Output of a run. */
export interface Outlets {
  /** Tables, for standard output. */
  table(text: string): void;
  /** Failures, for standard error. */
  fault(line: string): void;
}

/**
 * Runs the whole program.
 * @returns the exit code. 0: success. 1: a floor is missed, a figure is absent or a peer is missing. 2: an invalid
 * option.
 */
export async function bench(
  values: readonly string[],
  cases: readonly Case[],
  outlets: Outlets,
): Promise<0 | 1 | 2> {
  let options: Options;
  try {
    options = readOptions(values);
  } catch (error) {
    outlets.fault(error instanceof Error ? error.message : String(error));
    return 2;
  }
  if (options.help) outlets.table(usage);
  const faults = options.help ? [] : await measure(options, cases, outlets);
  for (const fault of faults) outlets.fault(fault);
  return faults.length === 0 ? 0 : 1;
}

async function measure(
  options: Options,
  cases: readonly Case[],
  outlets: Outlets,
): Promise<readonly string[]> {
  const wanted = new Set(options.wanted);
  const chosen = cases.filter(({ gives }) => gives.some((name) => wanted.has(name)));
  const missing = chosen.flatMap((one) => one.missing());
  if (missing.length > 0) return [...new Set(missing)];
  const run = await runCases(chosen, { ...options, wanted });
  const failures = failuresOf(run, options.wanted);
  outlets.table(tablesOf(run, options.quick));
  keep(run, failures, options);
  return failures;
}

function keep(run: Run, failures: readonly string[], { json, plots, quick }: Options): void {
  if (json !== null) writeFileSync(json, reportJson(run, failures, quick));
  if (plots === null) return;
  mkdirSync(plots, { recursive: true });
  for (const { name, svg } of plotsOf(run)) writeFileSync(join(plots, `${name}.svg`), svg);
}
