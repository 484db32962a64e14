import type { Key } from "./key.ts";
import { keyOf } from "./keys.ts";
import { median } from "./statistics.ts";

/** One key as measured: the median of what each round gave. */
export interface Figure {
  readonly key: Key;
  readonly value: number;
  /** What each round gave, in order. */
  readonly rounds: readonly number[];
}

/** @throws Error when the key is unknown or no round gave anything. */
export function figure(name: string, rounds: readonly number[]): Figure {
  if (rounds.some((value) => !Number.isFinite(value)))
    throw new Error(`${name}: a round gave no number: ${rounds.join(", ")}`);
  return { key: keyOf(name), value: median(rounds), rounds };
}

/** The ratios of two contenders that took turns, round by round. */
export function ratios(ours: readonly number[], theirs: readonly number[]): readonly number[] {
  if (ours.length !== theirs.length) throw new Error("both must have run in every round");
  return ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
}

/** A line of a table that has no floor of its own: rates, latencies. */
export interface Row {
  readonly table: string;
  readonly name: string;
  /** By column. */
  readonly cells: Readonly<Record<string, number | string>>;
}

/** What a case gives. */
export interface CaseResult {
  readonly figures: readonly Figure[];
  readonly rows: readonly Row[];
  /** How each contender was set up, by its name; the tables show it. */
  readonly settings?: Readonly<Record<string, string>>;
}
