import type { CaseResult } from "./figure.ts";

/** How far a case shall go. */
export interface CaseSettings {
  /** How often contenders take turns. */
  readonly rounds: number;
  /** Short rounds, for a check that runs often. */
  readonly quick: boolean;
  /** What the run must give; a case need not measure what nobody asks for. */
  readonly wanted: ReadonlySet<string>;
}

/** Something that is measured: the runner calls it, the modules in `cases/` implement it. */
export interface Case {
  readonly name: string;
  /** Names of the keys it measures. */
  readonly gives: readonly string[];
  /** What this machine lacks for it: one sentence each, with the line that installs it. */
  missing(): readonly string[];
  /** @throws Error when it cannot measure, or when what it measured did its work wrong. */
  run(settings: CaseSettings): Promise<CaseResult>;
}
