import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";

/** The time that a simulation goes by. */
export interface SimulationClock {
  /** Milliseconds; only goes forward. */
  now(): number;
  /** Waits until an instant of `now`, or until `signal` is aborted; at least one turn, so that answers are read. */
  until(instantMs: number, signal: AbortSignal): Promise<void>;
}

/** Real time. */
export const realClock: SimulationClock = {
  now: () => performance.now(),
  async until(instantMs, signal) {
    const waitMs = instantMs - performance.now();
    if (waitMs <= 0) return nextTurn();
    await pause(waitMs, undefined, { signal }).catch(() => {});
  },
};
