import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";

const beatMs = 250;
const gapLimitMs = 1_000;

/**
 * Detects that this process stood still (paused, suspended, short of processor time). Another node may have taken
 * over its lanes meanwhile, so each attempt calls `check` before it writes.
 */
export class StallDetector {
  readonly #clock: Clock;
  readonly #timers: Timers;
  #lastTurnAt = 0;
  #cancel: (() => void) | null = null;
  #onGap: (gapMs: number) => void = () => {};
  #standstills = 0;

  constructor(clock: Clock, timers: Timers) {
    this.#clock = clock;
    this.#timers = timers;
  }

  start(onGap: (gapMs: number) => void): void {
    this.#onGap = onGap;
    this.restart();
    this.#beat();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  /** `false` when more than a second has passed since the last turn; `onGap` was called then. */
  check(): boolean {
    if (this.#cancel === null) return true;
    const now = this.#clock.now();
    const gapMs = now - this.#lastTurnAt;
    this.#lastTurnAt = now;
    if (gapMs <= gapLimitMs) return true;
    this.#standstills += 1;
    this.#onGap(gapMs);
    return false;
  }

  /** Number of standstills so far. A call that may outlast one compares it before and after. */
  get standstills(): number {
    return this.#standstills;
  }

  /**
   * The time until now was no standstill, but work. A store in this process that writes synchronously to a slow disk
   * blocks the turn of its call. If this counted as a standstill, every lease would be lost and nothing would ever be
   * sent.
   */
  restart(): void {
    this.#lastTurnAt = this.#clock.now();
  }

  #beat(): void {
    this.#cancel = this.#timers.after(beatMs, () => {
      this.check();
      this.#beat();
    });
  }
}
