import type { Clock, Receipt, Timers } from "@parley/core";
import { pullTimes } from "./pull-times.ts";

interface HeldCall {
  readonly eventId: string;
  readonly since: number;
  receipt: Receipt | null;
  readonly resume: () => void;
}

/** Calls of core that wait a moment for the app's acknowledgement, so that the lane goes on without a pause. */
export class HeldCalls {
  readonly #clock: Clock;
  readonly #timers: Timers;
  /** By the key of the open event. A node that has lost a lane may still hold a call of it beside the new one. */
  readonly #held = new Map<string, Set<HeldCall>>();

  constructor(clock: Clock, timers: Timers) {
    this.#clock = clock;
    this.#timers = timers;
  }

  /**
   * Waits for an acknowledgement; `null`: none came in time.
   * @param look reads whether another node has got one
   * @throws when `signal` aborts
   */
  async hold(
    key: string,
    eventId: string,
    look: () => Promise<Receipt | null>,
    signal: AbortSignal,
  ): Promise<Receipt | null> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const resume = () => resolve();
    const held: HeldCall = { eventId, since: this.#clock.now(), receipt: null, resume };
    const all = this.#held.get(key) ?? new Set();
    this.#held.set(key, all.add(held));
    signal.addEventListener("abort", resume, { once: true });
    try {
      for (let looks = 0; looks < pullTimes.looksPerCall; looks += 1) {
        await this.#moment(promise);
        signal.throwIfAborted();
        const receipt = held.receipt ?? (await look());
        if (receipt !== null) return receipt;
      }
      return held.receipt;
    } finally {
      signal.removeEventListener("abort", resume);
      all.delete(held);
      if (all.size === 0) this.#held.delete(key);
    }
  }

  /** Ends the calls that wait for this event. `false`: none waits on this node, or it has stood still meanwhile. */
  settle(key: string, eventId: string, receipt: Receipt): boolean {
    const longestMs = pullTimes.lookMs * (pullTimes.looksPerCall + 1);
    const now = this.#clock.now();
    const waiting = [...(this.#held.get(key) ?? [])].filter(
      (held) => held.eventId === eventId && now - held.since <= longestMs,
    );
    for (const held of waiting) {
      held.receipt = receipt;
      held.resume();
    }
    return waiting.length > 0;
  }

  /** Ends when `resumed` does, or after a while. */
  async #moment(resumed: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#timers.after(pullTimes.lookMs, resolve);
    await Promise.race([resumed, promise]);
    cancel();
  }
}
