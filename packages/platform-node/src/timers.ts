import type { Timers } from "@parley/core";

/** Longest delay of `setTimeout`; a longer one would fire at once. */
const longestDelayMs = 2 ** 31 - 1;

/** `Timers` on the event loop. A delay longer than Node allows is split into several timers. */
export const loopTimers: Timers = {
  after(delayMs, callback) {
    let handle: NodeJS.Timeout;
    const arm = (leftMs: number): void => {
      const legMs = Math.min(leftMs, longestDelayMs);
      handle = setTimeout(() => (leftMs > legMs ? arm(leftMs - legMs) : callback()), legMs);
    };
    arm(Math.max(0, Math.ceil(delayMs) || 0));
    return () => clearTimeout(handle);
  },
  soon(callback) {
    setImmediate(callback);
  },
};
