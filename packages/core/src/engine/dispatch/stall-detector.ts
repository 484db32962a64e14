import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";

const beatMs = 250;
const gapLimitMs = 1_000;

/**
 * Notices that this process stood still (paused, suspended, starved): another node may have taken its lanes over
 * meanwhile, so whoever is about to write must ask first.
 */
export class StallDetector {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #storeIsElsewhere: boolean;
  #lastTurnAt = 0;
  #cancel: (() => void) | null = null;
  #onGap: (gapMs: number) => void = () => {};
  #standstills = 0;

  constructor(clock: Clock, timers: Timers, storeIsElsewhere: boolean) {
    this.#clock = clock;
    this.#timers = timers;
    this.#storeIsElsewhere = storeIsElsewhere;
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
    this.#standstills += 1;
    this.#onGap(gapMs);
    return false;
  }

  /** Makes a store call, which may outlast a standstill. `hasPaused`: whether it did, and what it brought is old news. */
  async during<Result>(
    call: () => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly hasPaused: boolean }> {
    this.check();
    const before = this.#standstills;
    const result = await this.#call(call);
    this.check();
    return { result, hasPaused: this.#standstills !== before };
  }

  /**
   * Calls, and takes what a store in this process does in the turn of its call for no standstill: one that writes
   * synchronously on a slow disk holds up the turn, and nothing would ever be sent if that cost every lease. A store
   * elsewhere does nothing there that takes long.
   */
  #call<Result>(call: () => Promise<Result>): Promise<Result> {
    const result = call();
    if (!this.#storeIsElsewhere) this.#lastTurnAt = this.#clock.now();
    return result;
  }

  #beat(): void {
    this.#cancel = this.#timers.after(beatMs, () => {
      this.check();
      this.#beat();
    });
  }
}
