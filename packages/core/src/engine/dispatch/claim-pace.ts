import type { Clock } from "../../ports/platform/clock.ts";

/** The least between two claims of a store elsewhere: what falls due meanwhile is claimed together. */
const apartMs = 10;

/** How soon after a claim the next one may come. */
export class ClaimPace {
  readonly #clock: Clock;
  readonly #apartMs: number;
  #endedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, isRemote: boolean) {
    this.#clock = clock;
    this.#apartMs = isRemote ? apartMs : 0;
  }

  /** A claim has ended. */
  ended(): void {
    this.#endedAt = this.#clock.now();
  }

  /** How long the next one has to wait: never for longer, wherever the clock was set to since. */
  get restMs(): number {
    const sinceMs = this.#clock.now() - this.#endedAt;
    return sinceMs >= 0 ? Math.max(0, this.#apartMs - sinceMs) : 0;
  }
}
