import type { Clock, Timers } from "@parley/core";

/** A pause is this many times as long as the work before it. */
const pausePerWork = 3;
const [shortestMs, longestMs] = [1, 1_000];

/**
 * Work in small portions, with pauses between them. On SQLite a portion holds up everything else in the process, since
 * its answers come within the same turn of the event loop.
 */
export class PacedWork {
  readonly #clock: Clock;
  readonly #timers: Timers;

  constructor(clock: Clock, timers: Timers) {
    this.#clock = clock;
    this.#timers = timers;
  }

  /** Does a portion, and pauses unless its result tells that it is the last one. */
  async do<Result>(
    portion: () => Promise<Result>,
    isLast: (result: Result) => boolean,
  ): Promise<Result> {
    const begunAt = this.#clock.now();
    const result = await portion();
    if (!isLast(result)) await this.#pause(pausePerWork * (this.#clock.now() - begunAt));
    return result;
  }

  #pause(ms: number): Promise<void> {
    const pauseMs = Math.min(longestMs, Math.max(shortestMs, ms));
    return new Promise((resolve) => void this.#timers.after(pauseMs, resolve));
  }
}
