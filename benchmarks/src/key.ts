/** One figure: what it compares, its floor and its goal. */
export interface Key {
  readonly name: string;
  /** What is measured, as shown in the tables. */
  readonly measure: string;
  /** Whether the figure must be at least or at most its floor. */
  readonly bound: "at least" | "at most";
  /** The run fails beyond it. */
  readonly floor: number;
  /** The value we want. */
  readonly goal: number;
  /** Empty for a ratio. */
  readonly unit: string;
}

/** Whether a value is within a bound. An equal value is. */
export function holds({ bound }: Pick<Key, "bound">, value: number, limit: number): boolean {
  return bound === "at least" ? value >= limit : value <= limit;
}
