import { longestPauseMs } from "../model/schedule.ts";

const shortestPauseMs = 1_000;
const patienceAttempts = 10;
const patienceMs = 10 * 60 * 1_000;

/** The pause before the next attempt at a backend: 1, 2, 4 … 60 s, up to a tenth shorter (ruling 21). */
export function backendPause(attempt: number, fraction: number): number {
  const full = Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(attempt - 1, 16));
  return Math.max(shortestPauseMs, Math.round(full * (1 - 0.1 * fraction)));
}

/**
 * Whether this one event is to blame, not the backend: it has failed ten times over ten minutes, and the backend
 * took others within the longest pause. While the backend takes nothing, nothing is ever given up.
 */
export function isAloneToBlame(
  event: { readonly attempt: number; readonly startedAt: number },
  lastTakenAt: number | null,
  now: number,
): boolean {
  return (
    event.attempt >= patienceAttempts &&
    now - event.startedAt >= patienceMs &&
    lastTakenAt !== null &&
    now - lastTakenAt <= longestPauseMs
  );
}
