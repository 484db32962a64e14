/** On average one in this many messages triggers the deletion of expired keys. */
const sweepEvery = 32;
/** Multiplier of Fibonacci hashing: spreads consecutive numbers, whatever their step. */
const scatter = 0x9e3779b1;

/**
 * Whether a store that records an idempotency key should also delete the conversation's expired keys
 * (`idempotencyMs`). Doing it with every key would read all keys of the conversation each time.
 * `sequence` is that of the message's first delivery. It is hashed, because a regular pattern of sequences could
 * otherwise miss every sweep.
 */
export function isTimeToSweepKeys(sequence: number): boolean {
  return Math.imul(sequence, scatter) >>> 0 < 2 ** 32 / sweepEvery;
}
