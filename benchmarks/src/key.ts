/** One figure: what it compares, and what it must and should be. */
export interface Key {
  readonly name: string;
  /** What was measured, as it stands in the tables. */
  readonly measure: string;
  /** Whether the figure must be at least or at most its floor. */
  readonly bound: "at least" | "at most";
  /** Past it the run fails. */
  readonly floor: number;
  /** What we want. */
  readonly goal: number;
  /** Empty for a ratio. */
  readonly unit: string;
}

/** Whether a value is on the right side of a bound; past neither when equal. */
export function holds({ bound }: Pick<Key, "bound">, value: number, limit: number): boolean {
  return bound === "at least" ? value >= limit : value <= limit;
}
