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
  readonly #isStoreRemote: boolean;
  #lastTurnAt = 0;
  #cancel: (() => void) | null = null;
  #onGap: (gapMs: number) => void = () => {};
  #standstills = 0;

  constructor(clock: Clock, timers: Timers, isStoreRemote: boolean) {
    this.#clock = clock;
    this.#timers = timers;
    this.#isStoreRemote = isStoreRemote;
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

  /** Makes a store call that may outlast a standstill. `hasPaused`: it did, so its result may be outdated. */
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
   * Ignores the time that a store in this process needs in the turn of the call. A store that writes synchronously
   * to a slow disk blocks that turn; if this counted as a standstill, every lease would be lost and nothing would
   * ever be sent.
   * A remote store does nothing long in that turn.
   */
  #call<Result>(call: () => Promise<Result>): Promise<Result> {
    const result = call();
    if (!this.#isStoreRemote) this.#lastTurnAt = this.#clock.now();
    return result;
  }

  #beat(): void {
    this.#cancel = this.#timers.after(beatMs, () => {
      this.check();
      this.#beat();
    });
  }
}
