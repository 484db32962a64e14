/** The median. @throws Error without values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** A quantile, linear between the two nearest values; 0.99 is p99. @throws Error without values. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (sorted.length - 1) * fraction;
  const low = sorted[Math.floor(at)];
  const high = sorted[Math.ceil(at)];
  if (low === undefined || high === undefined) throw new Error("nothing was measured");
  return low + (high - low) * (at - Math.floor(at));
}
