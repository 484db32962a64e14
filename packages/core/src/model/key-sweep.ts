/** One message of so many has old keys of its conversation forgotten. */
const sweepEvery = 32;
/** Fibonacci hashing: spreads numbers that follow one another, by whatever steps. */
const scatter = 0x9e3779b1;

/**
 * Whether a store that remembers an idempotency key is to forget those of its conversation that have had their time
 * (`idempotencyMs`): with every key it would read all that are remembered. `sequence`: of the message's first delivery;
 * scattered, so that no way of taking turns misses all.
 */
export function isTimeToSweepKeys(sequence: number): boolean {
  return Math.imul(sequence, scatter) >>> 0 < 2 ** 32 / sweepEvery;
}
