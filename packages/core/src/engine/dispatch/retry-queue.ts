import type { Clock } from "../../ports/platform/clock.ts";
import type { Settlement } from "../../ports/stores/message-store.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { Waiting } from "../commit/commit-answers.ts";

/** The minimum time between two claims; see `ClaimPace`. */
const gatheringMs = 10;

/**
 * Collects `retry` verdicts until the next claim commits them. No caller waits for them, because their lanes are
 * not due for a while.
 */
export class RetryQueue {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #onWaited: () => void;
  #waiting: Waiting<Settlement, "settled" | "stale">[] = [];
  #cancel: (() => void) | null = null;

  /** @param onWaited called when no claim has taken them in time */
  constructor(ports: { readonly clock: Clock; readonly timers: Timers }, onWaited: () => void) {
    this.#clock = ports.clock;
    this.#timers = ports.timers;
    this.#onWaited = onWaited;
  }

  add(item: Settlement): Promise<"settled" | "stale"> {
    this.#cancel ??= this.#timers.after(gatheringMs, this.#onWaited);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, since: this.#clock.now(), resolve, reject });
    });
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Removes and returns at most `most`, oldest first. */
  take(most: number): readonly Waiting<Settlement, "settled" | "stale">[] {
    const taken = this.#waiting.splice(0, most);
    this.#cancel?.();
    const isWaited = this.#waiting.length > 0;
    this.#cancel = isWaited ? this.#timers.after(gatheringMs, this.#onWaited) : null;
    return taken;
  }
}
