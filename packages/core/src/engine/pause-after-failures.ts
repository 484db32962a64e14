import { longestPauseMs } from "../model/schedule.ts";

const firstPauseMs = 1_000;

/** The pause after some failures in a row, in ms: 1 s after the first, twice as long after each further one. */
export function pauseAfterFailures(failures: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 10));
}
