import { readFileSync } from "node:fs";

/** One mutant in Stryker's report. */
export interface Mutant {
  /** Path from the repository's root. */
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  readonly replacement: string;
  /** `Killed`, `Timeout`, `Survived`, `NoCoverage`, `Ignored`, `CompileError`, `RuntimeError`, `Pending`. */
  readonly status: string;
}

/** Results of all mutants. */
export interface Score {
  readonly killed: number;
  readonly survived: number;
  /** Percentage of killed mutants among those that could be tested. */
  readonly percent: number;
}

interface StrykerReport {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly mutants: readonly {
          readonly location: { readonly start: { readonly line: number } };
          readonly mutatorName: string;
          readonly replacement?: string;
          readonly status: string;
        }[];
      }
    >
  >;
}

/** Every mutant of a report by Stryker's `json` reporter. */
export function readMutants(path: string): readonly Mutant[] {
  const report = JSON.parse(readFileSync(path, "utf8")) as StrykerReport;
  return Object.entries(report.files).flatMap(([file, { mutants }]) =>
    mutants.map(({ location, mutatorName, replacement = "", status }) => ({
      file,
      line: location.start.line,
      mutator: mutatorName,
      replacement,
      status,
    })),
  );
}

/** A mutant that no test killed counts as survived, for any reason. */
export function scoreOf(mutants: readonly Mutant[]): Score {
  const killed = mutants.filter(isKilled).length;
  const percent = mutants.length === 0 ? 0 : (100 * killed) / mutants.length;
  return { killed, survived: mutants.length - killed, percent };
}

/** A mutant with an endless loop is killed by the test that waits for it. */
export function isKilled({ status }: Mutant): boolean {
  return status === "Killed" || status === "Timeout";
}
