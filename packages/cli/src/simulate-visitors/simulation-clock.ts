import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";

/** The clock of a simulation. */
export interface SimulationClock {
  /** Monotonic milliseconds. */
  now(): number;
  /**
   * Waits until an instant of `now`, or until `signal` is aborted. Always yields once to the event loop, so that
   * answers are read.
   */
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
