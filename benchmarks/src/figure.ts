import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import { median } from "./statistics.ts";

/** One measured key: the median of all rounds. */
export interface Figure {
  readonly key: Key;
  readonly value: number;
  /** The value of each round, in order. */
  readonly rounds: readonly number[];
}

/** @throws Error when the key is unknown or no round gave a value. */
export function figure(name: string, rounds: readonly number[]): Figure {
  if (rounds.some((value) => !Number.isFinite(value)))
    throw new Error(`${name}: a round gave no number: ${rounds.join(", ")}`);
  return { key: keyOf(name), value: median(rounds), rounds };
}

/** Ratios of two contenders that ran in turn, round by round. */
export function ratios(ours: readonly number[], theirs: readonly number[]): readonly number[] {
  if (ours.length !== theirs.length) throw new Error("both must have run in every round");
  return ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
}

/** A table row without a floor: rates, latencies. */
export interface Row {
  readonly table: string;
  readonly name: string;
  /** By column. */
  readonly cells: Readonly<Record<string, number | string>>;
}

/** Results of a case. */
export interface CaseResult {
  readonly figures: readonly Figure[];
  readonly rows: readonly Row[];
  /** Settings of each contender by name, shown in the tables. */
  readonly settings?: Readonly<Record<string, string>>;
}
