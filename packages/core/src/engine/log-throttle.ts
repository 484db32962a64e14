import type { Clock } from "../ports/platform/clock.ts";

const againMs = 10_000;

/** Allows one log line about the same problem every ten seconds. */
export class LogThrottle {
  readonly #clock: Clock;
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether to write the line now. When true, the caller must write it. */
  allows(): boolean {
    const now = this.#clock.now();
    // A clock that was set back must not silence the log.
    if (now >= this.#writtenAt && now - this.#writtenAt < againMs) return false;
    this.#writtenAt = now;
    return true;
  }
}
