/** One row of the table. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly goal: string;
  /** `null`: a figure without a goal. */
  readonly holds: boolean | null;
}

export function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

/** The value that a share of all values does not pass; 0 without values. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function milliseconds(value: number): string {
  return `${Math.round(value)} ms`;
}
