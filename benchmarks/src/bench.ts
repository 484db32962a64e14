import { measureAgainst } from "./against.ts";
import type { Case } from "./case.ts";
import { type Options, readOptions, usage } from "./options.ts";
import { machineLine } from "./report/machine.ts";
import { tablesOf } from "./report/tables.ts";
import { failuresOf, runCases } from "./run.ts";
import { takeMarks } from "./undisturbed.ts";

/** Output of a run. */
export interface Outlets {
  /** Tables, for standard output. */
  table(text: string): void;
  /** Failures, for standard error. */
  fault(line: string): void;
}

/**
 * Runs the whole program.
 * @returns the exit code. 0: success. 1: every round missed a floor, a figure is absent or a peer is missing. 2: an
 * invalid option.
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
    outlets.fault(messageOf(error));
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
  if (options.against !== null) return compare(options, outlets);
  const wanted = new Set(options.wanted);
  const chosen = cases.filter(({ gives }) => gives.some((name) => wanted.has(name)));
  const missing = [...new Set(chosen.flatMap((one) => one.missing()))];
  if (missing.length > 0 && !options.smoke) return missing;
  const able = chosen.filter((one) => one.missing().length === 0);
  for (const line of missing) outlets.table(`*** NOT TRIED: ${line}\n`);
  const { smoke, rounds } = options;
  const run = await runCases(able, { rounds: smoke ? 1 : rounds, smoke, wanted });
  if (smoke) outlets.table(run.figures.map(({ key }) => `${key.name}: works\n`).join(""));
  else outlets.table(`${tablesOf(run)}\n${closing()}`);
  const unable = new Set(chosen.filter((one) => !able.includes(one)).flatMap(({ gives }) => gives));
  return failuresOf(run, { smoke, wanted: options.wanted.filter((name) => !unable.has(name)) });
}

async function compare(
  { against, ...settings }: Options,
  outlets: Outlets,
): Promise<readonly string[]> {
  if (against === null) return [];
  try {
    const table = await measureAgainst(against, settings);
    outlets.table(settings.smoke ? "the comparison works\n" : `${table}\n\n${closing()}`);
    return [];
  } catch (error) {
    return [messageOf(error)];
  }
}

function closing(): string {
  const marks = Map.groupBy(takeMarks(), ({ name }) => name);
  const lines = [...marks].map(
    ([name, own]) =>
      `Disturbed, and counted all the same: ${name}, ${own.length} times; the last time ${own.at(-1)?.disturbance}.\n`,
  );
  return [...lines, `${machineLine()}\n`].join("");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
