import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import { nameOf } from "./observers.ts";

/** As long as it lasts it is told again after this; one that comes and goes is told no more often. */
const againMs = 10_000;

/** Tells the log that the store takes no commits and why, and when it takes them again. */
export class StoreTrouble {
  readonly #logger: Logger;
  readonly #clock: Clock;
  #failures = 0;
  #since: number | null = null;
  #toldAt = Number.NEGATIVE_INFINITY;
  #isTold = false;

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger;
    this.#clock = clock;
  }

  /** Of a commit. The code of what lies beneath says what an operator can mend: a disk that is full, say. */
  failed(error: unknown): void {
    const now = this.#clock.now();
    this.#since ??= now;
    this.#failures += 1;
    if (now - this.#toldAt < againMs) return;
    this.#toldAt = now;
    this.#isTold = true;
    this.#logger.error("the store takes no commits", {
      error: nameOf(error),
      ...causeOf(error),
      ...this.#extent(now),
    });
  }

  succeeded(): void {
    if (this.#since === null) return;
    if (this.#isTold)
      this.#logger.info("the store takes commits again", this.#extent(this.#clock.now()));
    this.#since = null;
    this.#failures = 0;
    this.#isTold = false;
  }

  #extent(now: number): { readonly failures: number; readonly forMs: number } {
    return { failures: this.#failures, forMs: now - (this.#since ?? now) };
  }
}

function causeOf(error: unknown): { readonly cause?: string } {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? {} : { cause: nameOf(cause) };
}
