import type { Clock } from "../../ports/platform/clock.ts";
import type { Logger } from "../../ports/platform/logger.ts";
import { LogThrottle } from "../log-throttle.ts";
import { errorName } from "../error-facts.ts";

/** Log lines for a store that begins to fail and that works again. */
export interface FailureTexts {
  readonly fails: string;
  readonly ends: string;
}

export const commitFailureTexts: FailureTexts = {
  fails: "the store accepts no commits",
  ends: "the store accepts commits again",
};
export const claimFailureTexts: FailureTexts = {
  fails: "due lanes could not be read from the store",
  ends: "due lanes can be read from the store again",
};
export const pauseFailureTexts: FailureTexts = {
  fails: "pauses of the agent app could not be read or written",
  ends: "pauses of the agent app can be read and written again",
};

/**
 * Logs that the store fails and why, and that it works again. Writes at most one failure in ten seconds, however
 * often it comes and goes.
 */
export class StoreFailureLog {
  readonly #words: FailureTexts;
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #throttle: LogThrottle;
  #failures = 0;
  #since: number | null = null;
  #isTold = false;

  constructor(words: FailureTexts, logger: Logger, clock: Clock) {
    this.#words = words;
    this.#logger = logger;
    this.#clock = clock;
    this.#throttle = new LogThrottle(clock);
  }

  /** Logs the code of the cause too. It tells the operator what to repair, such as a full disk. */
  failed(error: unknown): void {
    const now = this.#clock.now();
    this.#since ??= now;
    this.#failures += 1;
    if (!this.#throttle.allows()) return;
    this.#isTold = true;
    this.#logger.error(this.#words.fails, {
      error: errorName(error),
      ...causeOf(error),
      ...this.#extent(now),
    });
  }

  succeeded(): void {
    if (this.#since === null) return;
    if (this.#isTold) this.#logger.info(this.#words.ends, this.#extent(this.#clock.now()));
    this.#since = null;
    this.#failures = 0;
    this.#isTold = false;
  }

  #extent(now: number): { readonly failures: number; readonly forMs: number } {
    return { failures: this.#failures, forMs: Math.max(0, now - (this.#since ?? now)) };
  }
}

function causeOf(error: unknown): { readonly cause?: string } {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? {} : { cause: errorName(cause) };
}
