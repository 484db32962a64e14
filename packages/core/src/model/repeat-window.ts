/**
 * Whether a message equal to one accepted at `acceptedAt` is a client's own retry at `now` (ruling 11).
 * An `acceptedAt` that lies further ahead than the window comes from before the clock was set back. Its age is
 * unknown, so the message is not a repeat.
 */
export function isRepeatInTime(acceptedAt: number, windowMs: number, now: number): boolean {
  return Math.abs(now - acceptedAt) < windowMs;
}
