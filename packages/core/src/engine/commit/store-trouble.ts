import type { Clock } from "../../ports/platform/clock.ts";
import type { Logger } from "../../ports/platform/logger.ts";
import { LogThrottle } from "../log-throttle.ts";
import { nameOf } from "../thrown.ts";

/** What the log says when the store fails at something, and when it does it again. */
export interface TroubleWords {
  readonly fails: string;
  readonly ends: string;
}

export const commitWords: TroubleWords = {
  fails: "the store accepts no commits",
  ends: "the store accepts commits again",
};
export const claimWords: TroubleWords = {
  fails: "due lanes could not be read from the store",
  ends: "due lanes can be read from the store again",
};

/** Tells the log that the store fails and why, and when it does so no more; however often it comes and goes, one failure in ten seconds. */
export class StoreTrouble {
  readonly #words: TroubleWords;
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #throttle: LogThrottle;
  #failures = 0;
  #since: number | null = null;
  #isTold = false;

  constructor(words: TroubleWords, logger: Logger, clock: Clock) {
    this.#words = words;
    this.#logger = logger;
    this.#clock = clock;
    this.#throttle = new LogThrottle(clock);
  }

  /** The code of what lies beneath says what an operator can mend: a disk that is full, say. */
  failed(error: unknown): void {
    const now = this.#clock.now();
    this.#since ??= now;
    this.#failures += 1;
    if (!this.#throttle.allows()) return;
    this.#isTold = true;
    this.#logger.error(this.#words.fails, {
      error: nameOf(error),
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
  return cause === undefined ? {} : { cause: nameOf(cause) };
}
