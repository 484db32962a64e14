/**
 * Whether a message like one accepted at `acceptedAt` is a client's own retry `now` (ruling 11). One from as far ahead was
 * accepted before the clock was set back: nobody knows how long ago.
 */
export function isRepeatInTime(acceptedAt: number, windowMs: number, now: number): boolean {
  return Math.abs(now - acceptedAt) < windowMs;
}
