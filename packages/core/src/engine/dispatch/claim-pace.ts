import type { Clock } from "../../ports/platform/clock.ts";

/** Minimum time between two claims of a remote store. Lanes that fall due meanwhile are claimed together. */
const apartMs = 10;

/** Decides how soon after a claim the next one may start. */
export class ClaimPace {
  readonly #clock: Clock;
  readonly #apartMs: number;
  #endedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, isRemote: boolean) {
    this.#clock = clock;
    this.#apartMs = isRemote ? apartMs : 0;
  }

  /** Records the end of a claim. */
  ended(): void {
    this.#endedAt = this.#clock.now();
  }

  /** How long the next claim has to wait. Never longer than `apartMs`, even when the clock was set since. */
  get restMs(): number {
    const sinceMs = this.#clock.now() - this.#endedAt;
    return sinceMs >= 0 ? Math.max(0, this.#apartMs - sinceMs) : 0;
  }
}
