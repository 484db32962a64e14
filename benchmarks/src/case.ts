import type { CaseResult } from "./figure.ts";

/** Extent of a case. */
export interface CaseSettings {
  /** Number of rounds; in each, every contender runs once. */
  readonly rounds: number;
  /** Whether to run only for a moment, to check that the case works. */
  readonly smoke: boolean;
  /** The requested keys. A case need not measure others. */
  readonly wanted: ReadonlySet<string>;
}

/** A measurement. The runner calls it; the modules in `cases/` implement it. */
export interface Case {
  readonly name: string;
  /** Names of the keys it measures. */
  readonly gives: readonly string[];
  /** What this machine lacks: one sentence each, with the command that installs it. */
  missing(): readonly string[];
  /** @throws Error when it cannot measure, or when the measured program gave wrong results. */
  run(settings: CaseSettings): Promise<CaseResult>;
}
