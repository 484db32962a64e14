import { aheadMs } from "./schedule.ts";

/**
 * Whether a message like one accepted at `acceptedAt` is a client's own retry `now` (ruling 11). One from further ahead was
 * accepted before the clock was set back: nobody knows how long ago.
 */
export function isRepeatInTime(acceptedAt: number, windowMs: number, now: number): boolean {
  return now < acceptedAt + windowMs && acceptedAt <= now + aheadMs;
}
