/** A period, both ends included. */
export type Span = readonly [from: number, to: number];

/** The same periods in order, without overlaps. */
export function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last === undefined || span[0] > last[1]) result.push(span);
    else result[result.length - 1] = [last[0], Math.max(last[1], span[1])];
  }
  return result;
}

/** Whether one of the periods touches the one given. */
export function isTouched(spans: readonly Span[], from: number, to: number): boolean {
  return spans.some(([start, end]) => start <= to && end >= from);
}
