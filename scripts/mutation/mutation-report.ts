import { readFileSync } from "node:fs";

/** One mutant as Stryker reports it. */
export interface Mutant {
  /** Path from the repository's root. */
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  readonly replacement: string;
  /** `Killed`, `Timeout`, `Survived`, `NoCoverage`, `Ignored`, `CompileError`, `RuntimeError`, `Pending`. */
  readonly status: string;
}

/** How the mutants fared. */
export interface Score {
  readonly killed: number;
  readonly survived: number;
  /** Of what could be tested, in percent. */
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

/** Every mutant of a report of Stryker's `json` reporter. */
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

/** Anything that no test killed counts as survived, whatever the reason: nothing is taken out of the sum. */
export function scoreOf(mutants: readonly Mutant[]): Score {
  const killed = mutants.filter(isKilled).length;
  const percent = mutants.length === 0 ? 0 : (100 * killed) / mutants.length;
  return { killed, survived: mutants.length - killed, percent };
}

/** A mutant that never ends is killed by the test that waits for it. */
export function isKilled({ status }: Mutant): boolean {
  return status === "Killed" || status === "Timeout";
}
