import type { Clock } from "../ports/platform/clock.ts";
import type { Timers } from "../ports/platform/timers.ts";

interface Instant {
  readonly waiting: Set<() => void>;
  readonly cancel: () => void;
}

/**
 * One timer for all callers that wait for the same millisecond. The leases of one commit share a deadline, and
 * attempts seldom reach it.
 */
export class SharedTimers implements Pick<Timers, "after"> {
  readonly #clock: Clock;
  readonly #timers: Pick<Timers, "after">;
  readonly #instants = new Map<number, Instant>();

  constructor(clock: Clock, timers: Pick<Timers, "after">) {
    this.#clock = clock;
    this.#timers = timers;
  }

  /** Calls `callback` once. The same function may be passed only once for an instant. */
  after(delayMs: number, callback: () => void): () => void {
    const at = this.#clock.now() + delayMs;
    const instant = this.#instants.get(at) ?? this.#add(at, delayMs);
    instant.waiting.add(callback);
    return () => this.#leave(at, instant, callback);
  }

  #add(at: number, delayMs: number): Instant {
    const waiting = new Set<() => void>();
    const cancel = this.#timers.after(delayMs, () => {
      this.#instants.delete(at);
      for (const callback of waiting) callback();
    });
    const instant = { waiting, cancel };
    this.#instants.set(at, instant);
    return instant;
  }

  #leave(at: number, instant: Instant, callback: () => void): void {
    const { waiting, cancel } = instant;
    if (!waiting.delete(callback) || waiting.size > 0) return;
    cancel();
    // When the timer has fired, a newer one may be registered for the same millisecond.
    if (this.#instants.get(at) === instant) this.#instants.delete(at);
  }
}
