import type { Clock } from "../ports/clock.ts";
import type { Timers } from "../ports/timers.ts";

const beatMs = 250;
const gapLimitMs = 1_000;

/**
 * Notices that this process stood still (paused, suspended, starved): another node may have taken its lanes over
 * meanwhile, so whoever is about to write must ask first.
 */
export class TurnWatch {
  readonly #clock: Clock;
  readonly #timers: Timers;
  #lastTurnAt = 0;
  #cancel: (() => void) | null = null;
  #onGap: (gapMs: number) => void = () => {};

  constructor(clock: Clock, timers: Timers) {
    this.#clock = clock;
    this.#timers = timers;
  }

  start(onGap: (gapMs: number) => void): void {
    this.#onGap = onGap;
    this.#lastTurnAt = this.#clock.now();
    this.#beat();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  /** False when more than a second has gone since the last turn; `onGap` has then been called. */
  check(): boolean {
    if (this.#cancel === null) return true;
    const now = this.#clock.now();
    const gapMs = now - this.#lastTurnAt;
    this.#lastTurnAt = now;
    if (gapMs <= gapLimitMs) return true;
    this.#onGap(gapMs);
    return false;
  }

  /**
   * Runs `work`, whose own time is no standstill: a store that writes synchronously on a slow disk holds up the turn,
   * and nothing would ever be sent if that cost every lease.
   */
  excuse<Result>(work: () => Result): Result {
    this.check();
    const result = work();
    this.#lastTurnAt = this.#clock.now();
    return result;
  }

  #beat(): void {
    this.#cancel = this.#timers.after(beatMs, () => {
      this.check();
      this.#beat();
    });
  }
}
