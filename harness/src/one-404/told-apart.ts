/**
 * How well one sample can be told from another: the probability that one of `second` is larger than one of `first`,
 * ties by half (the Mann-Whitney statistic), and its bounds. 0.5 is: not at all.
 */
export interface Separation {
  readonly probability: number;
  readonly low: number;
  readonly high: number;
  /** By how much one of `second` is surely not smaller, and surely not larger, than one of `first`. */
  readonly leastShift: number;
  readonly mostShift: number;
}

const roundsPerBlock = 25;
const resamples = 1_000;
/** Two-sided, 99 %. */
const tail = 0.005;

/**
 * `first[r]` and `second[r]` were taken in the same round, in random order. The bounds come from resampling blocks of
 * rounds, so that slow stretches of the machine count once and not a hundred times.
 */
export function separation(first: readonly number[], second: readonly number[]): Separation {
  const rounds = Math.min(first.length, second.length);
  const ranks = ranksOf([...first.slice(0, rounds), ...second.slice(0, rounds)]);
  const leads = Array.from(
    { length: rounds },
    (_, round) => ((ranks[rounds + round] ?? 0) - (ranks[round] ?? 0)) / (2 * rounds),
  );
  const shifts = Array.from(
    { length: rounds },
    (_, round) => (second[round] ?? 0) - (first[round] ?? 0),
  );
  const lead = bounds(inBlocks(leads, mean));
  const shift = bounds(inBlocks(shifts, median));
  return {
    probability: 0.5 + mean(leads),
    low: 0.5 + lead.low,
    high: 0.5 + lead.high,
    leastShift: shift.low,
    mostShift: shift.high,
  };
}

/** Between which bounds the mean of such blocks lies. */
function bounds(blocks: readonly number[]): { readonly low: number; readonly high: number } {
  const means = Array.from({ length: resamples }, () => mean(blocks.map(() => pick(blocks))));
  const sorted = means.toSorted((left, right) => left - right);
  return {
    low: sorted[Math.floor(resamples * tail)] ?? 0,
    high: sorted[Math.ceil(resamples * (1 - tail)) - 1] ?? 0,
  };
}

/**
 * By how much a sample is to be shifted so that it is told from itself so much more often than half; `share` is below a
 * half. Exact to a hundredth of the sample's unit.
 */
export function shiftToldApart(sample: readonly number[], share: number): number {
  const sorted = sample.toSorted((left, right) => left - right);
  let [low, high] = [0, (sorted.at(-1) ?? 0) - (sorted[0] ?? 0) + 0.01];
  while (high - low > 0.01) {
    const middle = (low + high) / 2;
    if (leadOf(sorted, middle) < share) low = middle;
    else high = middle;
  }
  return high;
}

/** How much more often than half one of the sorted sample, shifted, is larger than one of it as it is. */
function leadOf(sorted: readonly number[], shift: number): number {
  let [smaller, same, larger] = [0, 0, 0];
  for (const value of sorted) {
    while (smaller < sorted.length && (sorted[smaller] ?? 0) < value + shift) smaller += 1;
    while (same < sorted.length && (sorted[same] ?? 0) <= value + shift) same += 1;
    larger += (smaller + same) / 2;
  }
  return larger / sorted.length ** 2 - 0.5;
}

/** From 1; equal values share the mean of their ranks. */
export function ranksOf(values: readonly number[]): Float64Array {
  const order = Array.from(values.keys()).toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Float64Array(values.length);
  for (let from = 0; from < order.length;) {
    const value = values[order[from] ?? 0];
    let to = from;
    while (to < order.length && values[order[to] ?? 0] === value) to += 1;
    for (let at = from; at < to; at += 1) ranks[order[at] ?? 0] = (from + 1 + to) / 2;
    from = to;
  }
  return ranks;
}

export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0;
}

function inBlocks(
  values: readonly number[],
  middle: (block: readonly number[]) => number,
): readonly number[] {
  const count = Math.max(1, Math.floor(values.length / roundsPerBlock));
  return Array.from({ length: count }, (_, block) =>
    middle(values.slice(block * roundsPerBlock, (block + 1) * roundsPerBlock)),
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function pick(values: readonly number[]): number {
  return values[Math.floor(Math.random() * values.length)] ?? 0;
}
